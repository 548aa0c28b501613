import Locking

/// A clock on which nobody waits: it notes for how long they wanted to, and
/// moves on by that.
public final class PauseSpy: Clock, Sendable {
    private let recorded = Locked<[Duration]>([])

    /// Creates a clock at zero.
    public init() {}

    /// How long each sleep should have been, in order.
    public var pauses: [Duration] { recorded.current }
    /// The sum of all sleeps.
    public var now: ManualClock.Instant { ManualClock.Instant(offset: pauses.reduce(.zero, +)) }
    /// The clock has no shortest tick.
    public var minimumResolution: Duration { .zero }

    /// Notes the sleep and returns at once.
    public func sleep(until deadline: ManualClock.Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        recorded.withLock { pauses in
            let now = pauses.reduce(.zero, +)
            pauses.append(max(.zero, deadline.offset - now))
        }
    }
}
