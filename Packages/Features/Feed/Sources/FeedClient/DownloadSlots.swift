package import FeedAPI
import Locking

/// Lets a few downloads run at a time.
///
/// The most urgent of those that wait comes next; among equals the one that
/// asked first.
package final class DownloadSlots: Sendable {
    private struct Waiter {
        let id: Int
        let priority: @Sendable () -> ImageDataPriority
        let resume: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var waiting: [Waiter] = []
        var cancelledBeforeWaiting: Set<Int> = []
    }

    private let state: Locked<State>

    package init(count: Int) {
        state = Locked(State(free: count))
    }

    /// How many downloads wait.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a slot; whoever got one has to ``give()`` it back.
    ///
    /// - Parameters:
    ///   - id: A number that no other download has.
    ///   - priority: How urgent the download is, asked whenever a slot becomes
    ///     free: others may have joined or left it.
    /// - Throws: `.cancelled` at once when the task is cancelled.
    package func take(_ id: Int, priority: @escaping @Sendable () -> ImageDataPriority) async throws(ImageDataError) {
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if state.cancelledBeforeWaiting.remove(id) != nil { return false }
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append(Waiter(id: id, priority: priority, resume: continuation))
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                    state.cancelledBeforeWaiting.insert(id)
                    return nil
                }
                return state.waiting.remove(at: index)
            }
            waiter?.resume.resume(returning: false)
        }
        // A cancellation that came too late left its mark.
        state.withLock { _ = $0.cancelledBeforeWaiting.remove(id) }
        guard isTaken else { throw .cancelled }
    }

    /// Gives a slot back.
    package func give() {
        let next = state.withLock { state -> Waiter? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            let priorities = state.waiting.map { $0.priority() }
            let mostUrgent = priorities.max()
            return state.waiting.remove(at: priorities.firstIndex { $0 == mostUrgent } ?? 0)
        }
        next?.resume.resume(returning: true)
    }
}
