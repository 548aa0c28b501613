package import FoundationEssentials
package import RateLimitingAPI
package import SQLStoreAPI

/// Limits attempts whose histories a store keeps.
package actor RateLimiter: RateLimiting {
    package nonisolated let name: String
    package nonisolated let policy: RateLimitPolicy

    private let store: any AttemptStoring
    private let unwritten: UnwrittenChanges
    private let now: @Sendable () -> Date

    /// Creates a limiter; limiters of one name and one store count together.
    ///
    /// - Parameter unwritten: What the store failed to take note of; the same for all limiters
    ///   over it.
    package init(
        _ name: String, policy: RateLimitPolicy, store: any AttemptStoring,
        unwritten: UnwrittenChanges = UnwrittenChanges(), now: @escaping @Sendable () -> Date
    ) {
        self.name = name
        self.policy = policy
        self.store = store
        self.unwritten = unwritten
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
        return try await update(identifier, at: now) { $0.admit(at: now, by: policy) }
    }

    /// What is counted in a transaction is undone with it, so nothing is ever owed there.
    package nonisolated func admit(_ identifier: String, in transaction: any SQLWriting) throws -> Admission {
        let now = now()
        return try store.update(key(identifier), at: now, in: transaction) { $0.admit(at: now, by: policy) }
    }

    package func foresee(_ identifier: String) async throws(RateLimitingError) -> Admission {
        var history = try await self.history(of: identifier)
        return history.admit(at: now(), by: policy)
    }

    @discardableResult
    package func recordAttempt(for identifier: String, success: Bool) async throws(RateLimitingError) -> Bool {
        let now = now(), policy = policy
        return try await update(identifier, at: now, owing: success ? .clear : .failure(now)) { history in
            guard success else { return history.recordFailure(at: now, by: policy) }
            history.clear()
            return false
        }
    }

    package func withdraw(_ identifier: String) async throws(RateLimitingError) {
        let policy = policy
        try await update(identifier, at: now(), owing: .withdraw) { $0.withdraw(by: policy) }
    }

    package func remainingLockoutTime(for identifier: String) async throws(RateLimitingError) -> TimeInterval? {
        try await history(of: identifier).remainingLockout(at: now())
    }

    package func failureCount(for identifier: String) async throws(RateLimitingError) -> Int {
        try await history(of: identifier).failures
    }

    package func attemptCount(for identifier: String) async throws(RateLimitingError) -> Int {
        try await history(of: identifier).count(at: now(), by: policy)
    }

    package func reset(for identifier: String) async throws(RateLimitingError) {
        try await update(identifier, at: now(), owing: .clear) { $0.clear() }
    }

    package func resetAll() async throws(RateLimitingError) {
        try await store.removeAll(of: name)
    }

    /// The history of an identifier, as it would be had everything been written.
    private func history(of identifier: String) async throws(RateLimitingError) -> AttemptHistory {
        var history = try await store.history(of: key(identifier))
        history.make(unwritten.changes(of: key(identifier)), by: policy)
        return history
    }

    /// Changes a history, and makes up for what could not be written before.
    ///
    /// - Parameter debt: What is done with the next change if this one can't be written.
    private func update<Result: Sendable>(
        _ identifier: String, at now: Date, owing debt: UnwrittenChanges.Change? = nil,
        _ change: @Sendable (inout AttemptHistory) -> Result
    ) async throws(RateLimitingError) -> Result {
        let key = self.key(identifier), policy = policy, before = unwritten.take(key)
        do throws(RateLimitingError) {
            return try await store.update(key, at: now) { history in
                history.make(before, by: policy)
                return change(&history)
            }
        } catch {
            unwritten.keep(before + (debt.map { [$0] } ?? []), of: key)
            throw error
        }
    }

    private nonisolated func key(_ identifier: String) -> AttemptKey {
        AttemptKey(limiter: name, identifier: identifier)
    }
}
