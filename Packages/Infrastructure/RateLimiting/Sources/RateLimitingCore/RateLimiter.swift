package import FoundationEssentials
package import RateLimitingAPI
package import SQLStoreAPI

/// Limits attempts whose histories a store keeps.
package actor RateLimiter: RateLimiting {
    package nonisolated let name: String
    package nonisolated let policy: RateLimitPolicy

    private let store: any AttemptStoring
    private let now: @Sendable () -> Date

    /// Creates a limiter; limiters of one name and one store count together.
    package init(
        _ name: String, policy: RateLimitPolicy, store: any AttemptStoring,
        now: @escaping @Sendable () -> Date
    ) {
        self.name = name
        self.policy = policy
        self.store = store
        self.now = now
    }

    /// Creates a limiter by its numbers: 5 attempts within 300 s lock for 900 s
    /// unless told.
    package init(
        _ name: String = "default", maxAttempts: Int = 5, windowSeconds: TimeInterval = 300,
        lockoutSeconds: TimeInterval = 900, store: any AttemptStoring,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(
            name, policy: RateLimitPolicy(maxAttempts: maxAttempts, window: windowSeconds, lockout: lockoutSeconds),
            store: store, now: now)
    }

    package func admit(_ identifier: String) async throws(RateLimitingError) -> Admission {
        let now = now(), policy = policy
        return try await store.update(key(identifier), at: now) { $0.admit(at: now, by: policy) }
    }

    package nonisolated func admit(_ identifier: String, in transaction: any SQLWriting) throws -> Admission {
        let now = now()
        return try store.update(key(identifier), at: now, in: transaction) { $0.admit(at: now, by: policy) }
    }

    package func foresee(_ identifier: String) async throws(RateLimitingError) -> Admission {
        var history = try await store.history(of: key(identifier))
        return history.admit(at: now(), by: policy)
    }

    @discardableResult
    package func recordAttempt(for identifier: String, success: Bool) async throws(RateLimitingError) -> Bool {
        let now = now(), policy = policy
        return try await store.update(key(identifier), at: now) { history in
            guard success else { return history.recordFailure(at: now, by: policy) }
            history.clear()
            return false
        }
    }

    package func withdraw(_ identifier: String) async throws(RateLimitingError) {
        let policy = policy
        try await store.update(key(identifier), at: now()) { $0.withdraw(by: policy) }
    }

    package func remainingLockoutTime(for identifier: String) async throws(RateLimitingError) -> TimeInterval? {
        try await store.history(of: key(identifier)).remainingLockout(at: now())
    }

    package func failureCount(for identifier: String) async throws(RateLimitingError) -> Int {
        try await store.history(of: key(identifier)).failures
    }

    package func attemptCount(for identifier: String) async throws(RateLimitingError) -> Int {
        try await store.history(of: key(identifier)).count(at: now(), by: policy)
    }

    package func reset(for identifier: String) async throws(RateLimitingError) {
        try await store.update(key(identifier), at: now()) { $0.clear() }
    }

    package func resetAll() async throws(RateLimitingError) {
        try await store.removeAll(of: name)
    }

    private nonisolated func key(_ identifier: String) -> AttemptKey {
        AttemptKey(limiter: name, identifier: identifier)
    }
}
