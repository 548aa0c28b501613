public import FoundationEssentials
import Locking

/// A time of day that moves only when a test says so.
///
/// ```swift
/// let date = ManualDate()
/// let store = Store(now: date.now)
/// date.advance(by: .seconds(300))
/// ```
public final class ManualDate: Sendable {
    private let current: Locked<Date>

    /// Creates a date; 14 November 2023, 22:13:20 UTC, unless told.
    public init(_ date: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        current = Locked(date)
    }

    /// The present time; setting it moves it, backwards too.
    public var value: Date {
        get { current.current }
        set { current.withLock { $0 = newValue } }
    }

    /// Tells the present time, for those who take it as a dependency.
    public var now: @Sendable () -> Date {
        { [self] in value }
    }

    /// Moves the time.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        current.withLock { $0 += Double(seconds) + Double(attoseconds) / 1e18 }
    }
}
