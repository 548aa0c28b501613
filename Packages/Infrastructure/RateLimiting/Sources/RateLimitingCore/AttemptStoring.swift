package import FoundationEssentials
package import RateLimitingAPI
package import SQLStoreAPI

/// Keeps what is remembered of attempts, by limiter and identifier.
///
/// Any number of calls may run at once. What was stored survives a restart of
/// the server; how much is kept is bounded: what wasn't touched for longest
/// goes first.
package protocol AttemptStoring: Sendable {
    /// Changes the history of an identifier in one step: no other change
    /// happens in between.
    ///
    /// - Parameter change: Gets the history, an empty one if there is none.
    /// - Returns: What `change` returns.
    func update<Result: Sendable>(
        _ key: AttemptKey, at now: Date, _ change: @Sendable (inout AttemptHistory) -> Result
    ) async throws(RateLimitingError) -> Result

    /// Changes the history of an identifier as a part of a transaction, and is
    /// undone with it.
    func update<Result>(
        _ key: AttemptKey, at now: Date, in transaction: any SQLWriting, _ change: (inout AttemptHistory) -> Result
    ) throws -> Result

    /// The history of an identifier; an empty one if there is none.
    func history(of key: AttemptKey) async throws(RateLimitingError) -> AttemptHistory

    /// Forgets all identifiers of a limiter.
    func removeAll(of limiter: String) async throws(RateLimitingError)
}

/// Whose attempts are counted, and by whom.
package struct AttemptKey: Hashable, Sendable {
    /// The name of the limiter.
    package let limiter: String
    /// An address, an account, a device.
    package let identifier: String

    /// Creates a key.
    package init(limiter: String, identifier: String) {
        self.limiter = limiter
        self.identifier = identifier
    }
}
