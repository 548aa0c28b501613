import CCurl
import Glibc
import Locking

/// Carries commands to the thread of a loop and wakes it.
final class CurlMailbox: Sendable {
    enum Command: Sendable {
        case start(CurlTicket, @Sendable () -> any CurlTransfer)
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
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())
    /// An eventfd: readable while there is something in the mailbox.
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    deinit {
        Glibc.close(descriptor)
    }

    /// Posts a transfer; the first one starts the thread.
    func postStart(
        _ ticket: CurlTicket, _ make: @escaping @Sendable () -> any CurlTransfer,
        startThread: @Sendable () -> CurlThread?
    ) -> Acceptance {
        state.withLock { state in
            switch state.phase {
            case .fresh:
                guard let thread = startThread() else { return .noThread }
                state.thread = thread
                state.phase = .running
                append(.start(ticket, make), to: &state)
                return .accepted
            case .running:
                append(.start(ticket, make), to: &state)
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

    /// Empties the mailbox.
    func takeAll() -> [Command] {
        state.withLock { state in
            var count: eventfd_t = 0
            unsafe eventfd_read(descriptor, &count)
            let commands = state.commands
            state.commands = []
            return commands
        }
    }

    /// Takes no more commands, ends the transfers that nobody took, and lets
    /// those go on who wait for the end.
    func close(_ outcome: CurlOutcome) {
        let (commands, waiting) = state.withLock { state in
            let left = (state.commands, state.waiting)
            state = State(phase: .stopped, thread: state.thread)
            return left
        }
        for case .start(_, let make) in commands { make().finished(outcome) }
        for continuation in waiting { continuation.resume() }
    }

    private func append(_ command: Command, to state: inout State) {
        // The thread is awake, or about to wake, while there is a command.
        if state.commands.isEmpty { eventfd_write(descriptor, 1) }
        state.commands.append(command)
    }
}
