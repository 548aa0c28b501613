public import CoreModels
public import RateLimitingAPI

/// Ends the lock of an account whose owner has proved who they are in another
/// way, such as by resetting the password.
public protocol LockoutClearing: Sendable {
    /// Forgets the failures of strangers with this address, also those that
    /// made the password worth nothing.
    ///
    /// - Throws: `cancelled`, `unavailable`.
    func clearLockout(of email: EmailAddress) async throws(RateLimitingError)
}
