public import CoreModels

/// Tells whether a password is that of an account.
///
/// Any number of calls may run at once.
public protocol PasswordAuthenticating: Sendable {
    /// Checks a password.
    ///
    /// An address without an account costs the same work and gets the same
    /// answer as a wrong password. A hash that was made with other parameters
    /// than new ones are is replaced once its password is known.
    ///
    /// - Throws: `overloaded`, `cancelled`, `unavailable`.
    func authenticate(
        email: EmailAddress, password: Secret
    ) async throws(AccountsError) -> PasswordAuthentication

    /// How often the password at an address was replaced; nil for an address
    /// without an account.
    ///
    /// A replacement ends what was begun with the password before. Whoever begins
    /// something because a password was right asks once it is there: another
    /// number than the check brought means that it has to end at once.
    ///
    /// - Throws: `cancelled`, `unavailable`.
    func passwordReplacements(at email: EmailAddress) async throws(AccountsError) -> Int?
}

/// What checking a password brings.
public enum PasswordAuthentication: Hashable, Sendable {
    /// The password is that of this person's account, and was replaced so often
    /// before.
    case accepted(User, replacements: Int)
    /// There is no such account, or the password is another one.
    case rejected
}
