import CCurl
import Glibc
import Locking

/// Carries commands to the thread of a loop and wakes it.
final class CurlMailbox: Sendable {
    // `@unchecked Sendable`: who starts a transfer gives it up (`sending`), and
    // the mailbox hands it to one thread.
    enum Command: @unchecked Sendable {
        case start(CurlTicket, any CurlTransfer)
        /// A job of Swift's, with the executor that took it.
        case run(UnownedJob, CurlLoop)
        case resume(CurlTicket)
        case cancel(CurlTicket)
        case stop
    }

    enum Acceptance {
        case accepted
        case refused
        case noThread
    }

    private enum Phase {
        case fresh
        case running
        case stopping
        case stopped
    }

    private struct State {
        var phase = Phase.fresh
        var thread: CurlThread?
        var commands: [Command] = []
        /// Whether the thread waits, or is about to.
        var isAsleep = false
        /// Whether it was woken, and has not noticed yet.
        var isSignalled = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())
    /// An eventfd: readable while there is something in the mailbox.
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    deinit {
        Glibc.close(descriptor)
    }

    /// Posts something to do; the first one starts the thread.
    func post(_ command: Command, startThread: () -> CurlThread?) -> Acceptance {
        state.withLock { state in
            switch state.phase {
            case .fresh:
                guard let thread = startThread() else { return .noThread }
                state.thread = thread
                state.phase = .running
                append(command, to: &state)
                return .accepted
            case .running:
                append(command, to: &state)
                return .accepted
            case .stopping, .stopped:
                return .refused
            }
        }
    }

    /// Posts a command to a thread that runs; there is no other that needs it.
    func post(_ command: Command) {
        state.withLock { state in
            if state.phase == .running { append(command, to: &state) }
        }
    }

    func postStop(thenResume continuation: CheckedContinuation<Void, Never>?) {
        let isStopped = state.withLock { state in
            switch state.phase {
            case .fresh, .stopped:
                state.phase = .stopped
                return true
            case .running, .stopping:
                if state.phase == .running { append(.stop, to: &state) }
                state.phase = .stopping
                if let continuation { state.waiting.append(continuation) }
                return false
            }
        }
        if isStopped { continuation?.resume() }
    }

    /// Hands over the thread to the one who will join or detach it.
    func takeThread() -> CurlThread? {
        state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
    }

    /// Empties the mailbox into a list, which is empty, and whose memory it
    /// takes for what comes next; the first command becomes the last.
    func takeAll(into commands: inout [Command]) {
        let empty = commands
        commands = []
        commands = state.withLock { state in
            state.isAsleep = false
            if state.isSignalled {
                var count: eventfd_t = 0
                unsafe eventfd_read(descriptor, &count)
                state.isSignalled = false
            }
            let taken = state.commands
            state.commands = empty
            return taken
        }
        commands.reverse()
    }

    /// Whether the thread may wait now: there is nothing for it to do, and who
    /// posts something from now on wakes it.
    func maySleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }

    /// Takes no more commands, ends the transfers that nobody took, hands on the
    /// jobs, and lets those go on who wait for the end.
    func close(_ outcome: CurlOutcome) {
        let (commands, waiting) = state.withLock { state in
            let left = (state.commands, state.waiting)
            state = State(phase: .stopped, thread: state.thread)
            return left
        }
        for command in commands {
            switch command {
            case .start(_, let transfer): transfer.finished(outcome)
            case .run(let job, _): globalConcurrentExecutor.enqueue(job)
            case .resume, .cancel, .stop: break
            }
        }
        for continuation in waiting { continuation.resume() }
    }

    private func append(_ command: Command, to state: inout State) {
        state.commands.append(command)
        guard state.isAsleep, !state.isSignalled else { return }
        state.isSignalled = true
        eventfd_write(descriptor, 1)
    }
}
