/// Lets one holder at a time, among all tasks of all processes that use the
/// same vault, do something that takes a while.
///
/// The lock of a name has nothing to do with the secret of that name: others
/// may read and write it meanwhile, so everyone who decides on it has to take
/// the lock. It belongs to the process: when that ends in any way, killed or
/// crashed, the kernel gives the lock up.
public protocol SecretLocking: Sendable {
    /// Waits for the lock, calls `body`, and gives the lock up.
    ///
    /// It isn't recursive: taking the same lock within `body` waits until the
    /// time is over.
    ///
    /// ```swift
    /// let outcome = try await locks.withLock(named: .session) {
    ///     let session = await store.read(.session)
    ///     …                                    // ask the server
    ///     try await store.save(successor, as: .session)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long to wait for the lock; nil for the store's own limit.
    ///   - body: What to do. What can go wrong apart from the store is part of
    ///     its value.
    /// - Throws: ``SecretStoreError/busy`` when the time is over,
    ///   ``SecretStoreError/cancelled`` if the task was cancelled while it
    ///   waited, what keeps the lock's file from being made, and what `body`
    ///   throws.
    func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value
}

extension SecretLocking {
    /// Waits for the lock for as long as the store's own limit says, calls
    /// `body`, and gives the lock up.
    public func withLock<Value>(
        named name: SecretName, _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        try await withLock(named: name, waitingAtMost: nil, body)
    }
}
