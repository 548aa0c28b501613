public import FoundationEssentials
import Locking
public import RateLimitingAPI
import RateLimitingCore

/// Makes limiters that count in memory, and fail when told.
public struct InMemoryRateLimiters: RateLimiterMaking {
    private let store = InMemoryAttempts()
    private let unwritten = UnwrittenChanges()
    private let now: @Sendable () -> Date

    /// Makes limiters that have counted nothing yet.
    public init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Makes further calls fail; nil mends it.
    ///
    /// - Parameter count: How many calls succeed before.
    public func fail(with error: RateLimitingError?, after count: Int = 0) {
        store.fail(with: error, after: count)
    }

    /// A limiter; those of one name count together.
    public func limiter(_ name: String, policy: RateLimitPolicy) -> any RateLimiting {
        RateLimiter(name, policy: policy, store: store, unwritten: unwritten, now: now)
    }
}
