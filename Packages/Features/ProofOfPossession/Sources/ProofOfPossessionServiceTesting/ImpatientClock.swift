import KernelTesting

/// A clock that moves the date instead of waiting.
struct ImpatientClock: Clock {
    let date: ManualDate

    let now = ManualClock().now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        date.advance(by: now.duration(to: deadline))
    }
}
