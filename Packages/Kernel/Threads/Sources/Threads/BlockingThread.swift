import CThreads
import Glibc

/// A thread for work that blocks, in a C library or on the disk.
///
/// On the cooperative pool, which has one thread per core, a few such calls
/// would stop everything else.
public enum BlockingThread {
    /// Starts a thread, which ends with `body`.
    ///
    /// - Parameters:
    ///   - name: As debuggers show it; 15 bytes count.
    ///   - body: What it does.
    /// - Throws: What `pthread_create(3)` returned.
    public static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        // Signals belong to the threads of the program.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(Body(name: name, run: body))
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                    unsafe cthreads_name_current(body.name)
                    body.run()
                }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw ThreadError(code: code)
        }
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
}

/// A thread that could not be started.
public struct ThreadError: Error, Hashable, Sendable {
    /// The number that `pthread_create(3)` returned, as in `errno`.
    public let code: Int32
}

extension ThreadError: CustomStringConvertible {
    /// What logs say.
    public var description: String { "no thread can be started (error \(code))" }
}
