import FoundationEssentials
import HTTPTransportAPI
import Locking
import ProofOfPossessionContract

/// The time at the server, for proofs.
///
/// It is this device's own until the server says that it is wrong; then it is
/// what the server said and the time that has passed since, so that a clock
/// that is years off, or is set meanwhile, doesn't matter.
final class ServerTime: Sendable {
    private struct Reading {
        let date: Date
        let uptime: Duration
    }

    /// What the field `Date` can't tell: its seconds are whole, and the answer
    /// was on its way.
    private static let precision: TimeInterval = 2

    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> Duration
    private let reading = Locked<Reading?>(nil)

    init(now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
        self.now = now
        uptime = Self.stopwatch(clock)
    }

    var current: Date {
        guard let reading = reading.withLock({ $0 }) else { return now() }
        return reading.date.addingTimeInterval((uptime() - reading.uptime) / .seconds(1))
    }

    /// Takes over the time that an answer tells.
    ///
    /// - Returns: Whether it differs from what was thought before.
    func correct(by text: String?) -> Bool {
        guard let date = text.flatMap(HTTPDate.parse),
            abs(date.timeIntervalSince(current)) > Self.precision
        else { return false }
        let uptime = uptime()
        reading.withLock { $0 = Reading(date: date, uptime: uptime) }
        return true
    }

    private static func stopwatch<Time: Clock<Duration>>(_ clock: Time) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
