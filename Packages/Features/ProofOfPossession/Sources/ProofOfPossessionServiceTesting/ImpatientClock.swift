import KernelTesting

/// A clock that moves the date instead of waiting.
struct ImpatientClock: Clock {
    let date: ManualDate

    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        date.advance(by: now.duration(to: deadline))
    }
}
