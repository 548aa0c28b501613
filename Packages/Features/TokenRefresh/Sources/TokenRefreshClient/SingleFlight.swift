import Locking

/// Lets any number of tasks share one piece of work: those who come while it
/// runs wait for the same result.
///
/// The work runs to its end even if everyone who waits is cancelled, since half
/// of it must not be left undone.
package final class SingleFlight<Value: Sendable>: Sendable {
    private struct State {
        var isFlying = false
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        /// What came out, for each who waited; it is fetched under the lock,
        /// since a continuation that is resumed before it is awaited doesn't
        /// tell Thread Sanitizer so (see `Locked`).
        var results: [Int: Value] = [:]
    }

    private enum Entry { case cancelled, waiting, first }

    private let state = Locked(State())

    package init() {}

    /// Waits for the work that runs, or starts it.
    ///
    /// - Returns: nil as soon as the calling task is cancelled.
    package func join(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { enter($0, id: id, work) }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
        return state.withLock { $0.results.removeValue(forKey: id) }
    }

    private func enter(
        _ continuation: CheckedContinuation<Void, Never>, id: Int, _ work: @escaping @Sendable () async -> Value
    ) {
        let entry: Entry = state.withLock { state in
            // The handler above looks for the waiter under the same lock, after
            // the task was marked as cancelled: one of the two sees the other.
            if Task.isCancelled { return .cancelled }
            state.waiting[id] = continuation
            if state.isFlying { return .waiting }
            state.isFlying = true
            return .first
        }
        switch entry {
        case .cancelled: continuation.resume()
        case .waiting: break
        case .first: Task { finish(await work()) }
        }
    }

    private func finish(_ value: Value) {
        let waiting = state.withLock { state in
            state.isFlying = false
            for id in state.waiting.keys { state.results[id] = value }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }
}
