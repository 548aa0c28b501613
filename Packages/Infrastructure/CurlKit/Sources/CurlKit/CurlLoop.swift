import Locking

/// Runs transfers side by side on one thread of its own.
///
/// The thread starts with the first transfer. It waits in `curl_multi_wait`,
/// which at 16 transfers and more was measured to be faster than epoll because
/// it serves many at a time. All methods can be called from any thread and
/// return at once.
///
/// The thread can also run tasks: one that prefers the loop as its executor
/// starts transfers and hears of their end without waking another thread, which
/// costs more than the transfer itself. While such a task computes or blocks,
/// all transfers wait; so it should do little else.
public final class CurlLoop: TaskExecutor {
    /// How many connections the loop may have.
    public struct Settings: Sendable {
        /// At most so many at a time to one host; further transfers wait.
        public var maximumConnectionsPerHost: Int
        /// At most so many that are kept for reuse.
        public var maximumCachedConnections: Int

        /// Creates settings.
        public init(maximumConnectionsPerHost: Int = 32, maximumCachedConnections: Int = 64) {
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.maximumCachedConnections = maximumCachedConnections
        }
    }

    private let settings: Settings
    private let mailbox = CurlMailbox()

    /// Creates a loop that does nothing yet.
    public init(settings: Settings = Settings()) {
        self.settings = settings
    }

    deinit {
        mailbox.postStop(thenResume: nil)
        mailbox.takeThread()?.detach()
    }

    /// Runs a transfer.
    ///
    /// After ``stop()`` the transfer ends at once with ``CurlCode/aborted``,
    /// on the calling thread.
    public func start(_ ticket: CurlTicket, _ transfer: sending any CurlTransfer) {
        switch post(.start(ticket, transfer)) {
        case .accepted: break
        case .refused: transfer.finished(CurlOutcome(code: .aborted))
        case .noThread:
            transfer.finished(CurlOutcome(code: .failedInitialization, reason: "No thread could be started"))
        }
    }

    /// Runs a job of Swift's on the loop's thread.
    ///
    /// After ``stop()`` it runs where it would without a preference.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if post(.run(job, self)) != .accepted { globalConcurrentExecutor.enqueue(job) }
    }

    private func post(_ command: CurlMailbox.Command) -> CurlMailbox.Acceptance {
        mailbox.post(command) {
            CurlThread { [settings, mailbox] in
                var loop = CurlEventLoop(settings: settings, mailbox: mailbox)
                loop.run()
            }
        }
    }

    /// Ends a transfer with ``CurlCode/aborted``, unless it has ended already.
    public func cancel(_ ticket: CurlTicket) {
        ticket.cancel()
        mailbox.post(.cancel(ticket))
    }

    /// Lets a transfer go on that answered ``CurlReception/paused``.
    public func resume(_ ticket: CurlTicket) {
        mailbox.post(.resume(ticket))
    }

    /// Ends all transfers with ``CurlCode/aborted``, closes all connections,
    /// and returns when the thread is gone.
    public func stop() async {
        await withCheckedContinuation { continuation in
            mailbox.postStop(thenResume: continuation)
        }
        await mailbox.takeThread()?.join()
    }
}
