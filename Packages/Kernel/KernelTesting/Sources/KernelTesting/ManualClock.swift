import Locking

/// A clock that moves only when a test says so.
///
/// Code under test that sleeps on it wakes when ``advance(by:)`` passes its
/// deadline. ``waitForSleepers(_:)`` lets a test advance only once the code has
/// gone to sleep, so that nothing depends on timing.
public final class ManualClock: Clock, Sendable {
    /// A point on the clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var offset: Duration

        /// The instant that lies `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time from this instant to another one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether one instant is earlier than another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var cancelled: Set<Int> = []
        var sleepers: [Int: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [(count: Int, resume: CheckedContinuation<Void, Never>)] = []

        mutating func takeReadyWatchers() -> [CheckedContinuation<Void, Never>] {
            let count = sleepers.count
            let ready = watchers.filter { $0.count <= count }.map(\.resume)
            watchers.removeAll { $0.count <= count }
            return ready
        }
    }

    private let state = Locked(State())

    /// Creates a clock at zero.
    public init() {}

    /// The present instant.
    public var now: Instant { state.withLock { $0.now } }
    /// The clock has no shortest tick.
    public var minimumResolution: Duration { .zero }

    /// Moves the clock and wakes whoever's deadline has come.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.wake)
        }
        for wake in due { wake.resume() }
    }

    /// Returns once at least `count` tasks sleep on the clock.
    public func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.watchers.append((count, continuation))
                return state.takeReadyWatchers()
            }
            for watcher in ready { watcher.resume() }
        }
    }

    /// Sleeps until the clock has been moved to `deadline`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(id: id, until: deadline, continuation)
            }
        } onCancel: {
            let wake = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)?.wake
            }
            wake?.resume(throwing: CancellationError())
        }
    }

    private func enter(id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>) {
        enum Entry { case due, cancelled, asleep }
        let (entry, ready) = state.withLock { state -> (Entry, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(id) != nil { return (.cancelled, []) }
            if deadline <= state.now { return (.due, []) }
            state.sleepers[id] = (deadline, continuation)
            return (.asleep, state.takeReadyWatchers())
        }
        switch entry {
        case .due: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .asleep: for watcher in ready { watcher.resume() }
        }
    }
}
