import CCurl
import Dispatch
import Glibc

/// A thread that no signal disturbs; to be joined or detached, once.
struct CurlThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private let thread: pthread_t

    /// Runs `body` on a new thread.
    ///
    /// All signals are blocked there: those for the process go to a thread that
    /// waits for them, and writing to a connection that the peer has closed,
    /// which OpenSSL does without MSG_NOSIGNAL, is an error and not SIGPIPE.
    ///
    /// - Returns: nil when the system has no thread left.
    init?(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                var all = sigset_t()
                unsafe sigfillset(&all)
                unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
                unsafe ccurl_name_thread("curl")
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits until the thread is gone, with all that libraries keep for it.
    func join() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                pthread_join(thread, nil)
                continuation.resume()
            }
        }
    }

    /// Lets the thread go by itself.
    func detach() {
        pthread_detach(thread)
    }
}
