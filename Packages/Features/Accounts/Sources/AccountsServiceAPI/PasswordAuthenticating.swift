public import CoreModels
public import SQLStoreAPI

/// Tells whether a password is that of an account.
///
/// Any number of calls may run at once.
public protocol PasswordAuthenticating: Sendable {
    /// Checks a password.
    ///
    /// An address without an account costs the same work and gets the same
    /// answer as a wrong password; as long as some accounts have hashes that another
    /// program made, each check does the work of each kind of those as well. A hash that was made with other parameters
    /// than new ones are is replaced once its password is known.
    ///
    /// - Throws: `overloaded`, `cancelled`, `unavailable`.
    func authenticate(
        email: EmailAddress, password: Secret
    ) async throws(AccountsError) -> PasswordAuthentication

    /// Whether the password of an account was replaced so often and no oftener.
    ///
    /// A replacement ends what was begun with the password before. Whoever begins
    /// something because a password was right asks in the transaction that does
    /// so, with the number that the check brought; otherwise a replacement in
    /// between wouldn't find what it has to end.
    ///
    /// - Throws: `SQLError`; let it undo the transaction.
    func isPasswordReplaced(
        exactly replacements: Int, of id: UserID, in transaction: any SQLReading
    ) throws -> Bool

    /// Which password the account with an address has now; nil if there is no such account.
    ///
    /// - Throws: `unavailable`, `cancelled`.
    func passwordVersion(email: EmailAddress) async throws(AccountsError) -> PasswordVersion?
}

/// Which of the passwords that an account has had one after the other, without telling it.
public struct PasswordVersion: Hashable, Sendable {
    /// Whose account it is.
    public let user: UserID
    /// How often the password was replaced before.
    public let replacements: Int

    /// Creates a value.
    public init(of user: UserID, after replacements: Int) {
        self.user = user
        self.replacements = replacements
    }
}

/// What checking a password brings.
public enum PasswordAuthentication: Hashable, Sendable {
    /// The password is that of this person's account, and was replaced so often
    /// before.
    case accepted(User, replacements: Int)
    /// There is no such account, or the password is another one.
    case rejected
}
