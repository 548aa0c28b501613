import Locking

/// Lets one task wait until a number of things have happened.
final class Latch: Sendable {
    private struct State {
        var count: Int
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Locked<State>

    init(count: Int) {
        state = Locked(State(count: count))
    }

    /// Notes that one of the things has happened.
    func countDown() {
        release { $0 - 1 }
    }

    /// Lets the waiter go on, whatever has happened.
    func open() {
        release { _ in 0 }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.count > 0 { state.waiter = continuation }
                return state.count <= 0
            }
            if isOpen { continuation.resume() }
        }
    }

    private func release(_ change: (Int) -> Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.count = change(state.count)
            guard state.count <= 0 else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
