package import FoundationEssentials
package import RateLimitingAPI

/// Makes limiters that keep their histories in one store.
package struct RateLimiters: RateLimiterMaking {
    private let store: any AttemptStoring
    private let unwritten = UnwrittenChanges()
    private let now: @Sendable () -> Date

    package init(store: any AttemptStoring, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    package func limiter(_ name: String, policy: RateLimitPolicy) -> any RateLimiting {
        RateLimiter(name, policy: policy, store: store, unwritten: unwritten, now: now)
    }
}
