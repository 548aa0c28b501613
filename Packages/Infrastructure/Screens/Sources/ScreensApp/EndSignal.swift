import Locking

/// Tells open pages that the program ends.
package final class EndSignal: Sendable {
    private struct State {
        var isGiven = false
        var lastID = 0
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private static let pause = Duration.milliseconds(300)
    private let state = Locked(State())

    package init() {}

    /// Waits until it ends, or the task is cancelled.
    @Sendable package func wait() async {
        let (given, signal) = AsyncStream.makeStream(of: Void.self)
        let id = state.withLock { state in
            if state.isGiven { signal.finish() }
            state.lastID += 1
            state.waiting[state.lastID] = signal
            return state.lastID
        }
        for await _ in given {}
        _ = state.withLock { $0.waiting.removeValue(forKey: id) }
    }

    /// Tells all who wait, and gives them a moment to hear it.
    package func give(by clock: any Clock<Duration>) async {
        let waiting = state.withLock { state in
            state.isGiven = true
            return state.waiting.values
        }
        for one in waiting { one.finish() }
        if !waiting.isEmpty { try? await clock.sleep(for: Self.pause) }
    }
}
