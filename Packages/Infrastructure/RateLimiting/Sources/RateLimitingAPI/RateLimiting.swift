public import CoreModels
public import FoundationEssentials
public import SQLStoreAPI

/// Limits attempts by a sliding window for each identifier, and locks those
/// who reach the limit.
///
/// Identifiers don't influence each other, and any number of calls may run at
/// once. What was counted outlives the server. All calls throw `unavailable`
/// when nothing can be counted: whoever asks must refuse then. How an attempt ended is not lost by
/// that: what ``recordAttempt(for:success:)``, ``withdraw(_:)`` and ``reset(for:)`` can't write is kept in
/// memory, counts at once, and is written with the next call for the identifier.
public protocol RateLimiting: Sendable {
    /// The name under which attempts are counted.
    var name: String { get }
    /// The numbers.
    var policy: RateLimitPolicy { get }

    /// Allows an attempt and takes note of it, or refuses it, in one step.
    ///
    /// The attempt counts as failed until its success is recorded, so that
    /// guesses side by side are no way around the limit.
    func admit(_ identifier: String) async throws(RateLimitingError) -> Admission

    /// Allows something that is written in a transaction and takes note of it
    /// there, so that both are kept or none, or refuses it.
    ///
    /// - Throws: What the database throws; the transaction must not go on then.
    func admit(_ identifier: String, in transaction: any SQLWriting) throws -> Admission

    /// What ``admit(_:)`` would say now; nothing is counted.
    func foresee(_ identifier: String) async throws(RateLimitingError) -> Admission

    /// Takes note of how an attempt ended that wasn't admitted before, or that
    /// succeeded: a failure counts, a success clears the history and the lock.
    ///
    /// - Returns: Whether a failure began a lock.
    @discardableResult
    func recordAttempt(for identifier: String, success: Bool) async throws(RateLimitingError) -> Bool

    /// Takes back the latest attempt, which came to no verdict.
    ///
    /// Of attempts side by side that could be somebody else's: whoever withdraws
    /// lets those of one identifier come one after another.
    func withdraw(_ identifier: String) async throws(RateLimitingError)

    /// How many seconds the lock still lasts; nil if there is none.
    func remainingLockoutTime(for identifier: String) async throws(RateLimitingError) -> TimeInterval?

    /// How many attempts there were since the last success.
    func failureCount(for identifier: String) async throws(RateLimitingError) -> Int

    /// How many attempts count now.
    func attemptCount(for identifier: String) async throws(RateLimitingError) -> Int

    /// Forgets an identifier.
    func reset(for identifier: String) async throws(RateLimitingError)

    /// Forgets all identifiers.
    func resetAll() async throws(RateLimitingError)
}

/// Forgets what was counted of somebody.
///
/// Any number of calls may run at once.
public protocol AttemptForgetting: Sendable {
    /// Forgets an identifier, whatever it was counted for.
    ///
    /// - Throws: `SQLError`; it should undo the transaction.
    func forget(_ identifier: String, in transaction: any SQLWriting) throws
}

/// Makes limiters for whatever is to be limited.
public protocol RateLimiterMaking: Sendable {
    /// A limiter; those of one name count together.
    func limiter(_ name: String, policy: RateLimitPolicy) -> any RateLimiting
}

extension RateLimiterMaking {
    /// A limiter of what an account may do in an hour.
    ///
    /// - Parameter count: How often; 0 for any number of times.
    /// - Returns: nil where there is no limit.
    public func hourly(_ name: String, _ count: Int) -> (any RateLimiting)? {
        count > 0 ? limiter(name, policy: RateLimitPolicy(maxAttempts: count, window: 3_600)) : nil
    }
}

/// Why attempts could not be counted; whoever asks must refuse then.
public enum RateLimitingError: OutageError, Hashable {
    /// The task was cancelled; nothing was counted.
    case cancelled
    /// The store failed; the reason is for logs.
    case unavailable(reason: String)
}

extension RateLimitingError: CustomStringConvertible {
    /// Whether the service is out of order.
    public var isOutage: Bool { if case .unavailable = self { true } else { false } }

    /// What logs say.
    public var description: String {
        switch self {
        case .cancelled: "cancelled"
        case .unavailable(let reason): reason
        }
    }
}
