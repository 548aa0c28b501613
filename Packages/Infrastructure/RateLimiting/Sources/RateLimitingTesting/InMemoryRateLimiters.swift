public import FoundationEssentials
import Locking
public import RateLimitingAPI
import RateLimitingCore

/// Makes limiters that count in memory, and fail when told.
public struct InMemoryRateLimiters: RateLimiterMaking {
    private let store = InMemoryAttempts()
    private let now: @Sendable () -> Date

    /// Makes limiters that have counted nothing yet.
    public init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Makes all further calls fail; nil mends it.
    public func fail(with error: RateLimitingError?) {
        store.fail(with: error)
    }

    /// A limiter; those of one name count together.
    public func limiter(_ name: String, policy: RateLimitPolicy) -> any RateLimiting {
        RateLimiter(name, policy: policy, store: store, now: now)
    }
}
