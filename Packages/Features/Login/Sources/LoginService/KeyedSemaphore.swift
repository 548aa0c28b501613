/// A semaphore for each name: those who want the same thing have it one after
/// another, or a few side by side.
package actor KeyedSemaphore {
    private struct Queue {
        var holders = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private var queues: [String: Queue] = [:]

    package init() {}

    /// Waits until fewer have the turn than there is room for.
    ///
    /// - Parameter room: For how many there is room, asked again after each
    ///   wait; for one at least.
    /// - Throws: What `room` throws; nobody has taken a turn then, and whoever
    ///   waits isn't held up by it.
    package func wait(_ name: String, room: @Sendable () async throws -> Int = { 1 }) async throws {
        while true {
            let places: Int
            do {
                places = max(1, try await room())
            } catch {
                wakeNext(name)
                throw error
            }
            if queues[name, default: Queue()].holders < places {
                queues[name, default: Queue()].holders += 1
                return
            }
            await withCheckedContinuation { queues[name, default: Queue()].waiting.append($0) }
        }
    }

    /// Hands the turn back.
    package func signal(_ name: String) {
        queues[name]?.holders -= 1
        wakeNext(name)
    }

    private func wakeNext(_ name: String) {
        guard let queue = queues[name] else { return }
        if !queue.waiting.isEmpty {
            queues[name]?.waiting.removeFirst().resume()
        } else if queue.holders == 0 {
            queues[name] = nil
        }
    }
}
