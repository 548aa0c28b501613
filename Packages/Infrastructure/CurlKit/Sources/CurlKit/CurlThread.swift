import CCurl
import Glibc

/// Starts threads that no signal disturbs.
enum CurlThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new thread.
    ///
    /// All signals are blocked there: those for the process go to a thread that
    /// waits for them, and writing to a connection that the peer has closed,
    /// which OpenSSL does without MSG_NOSIGNAL, is an error and not SIGPIPE.
    ///
    /// - Returns: false when the system has no thread left.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
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
            return false
        }
        pthread_detach(thread)
        return true
    }
}
