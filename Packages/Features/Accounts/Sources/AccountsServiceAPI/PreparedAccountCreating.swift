public import CoreModels

/// Makes accounts in two steps between which time may pass: first the work that
/// takes long and depends on nothing, then the account.
///
/// Any number of calls may run at once.
public protocol PreparedAccountCreating: Sendable {
    /// Hashes a password.
    ///
    /// - Throws: `overloaded`, `cancelled`, `unavailable`.
    func prepare(_ password: Secret) async throws(AccountsError) -> PreparedPassword

    /// Makes an account whose address is not verified, as
    /// ``AccountCreating/createAccount(as:name:email:password:in:)`` does.
    ///
    /// - Throws: `emailTaken`, also when this very account was made before.
    ///   `cancelled`, `unavailable`.
    func createAccount(
        as id: UserID, name: String, email: EmailAddress, password: PreparedPassword, in language: String?
    ) async throws(AccountsError) -> User
}
