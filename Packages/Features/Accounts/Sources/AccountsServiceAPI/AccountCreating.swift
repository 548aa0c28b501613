public import CoreModels

/// Makes accounts.
///
/// Any number of calls may run at once. The name and the password are taken as
/// they are: what makes them acceptable is decided before.
public protocol AccountCreating: Sendable {
    /// Makes an account whose address is not verified.
    ///
    /// When this method returns, the account and what observers recorded with
    /// it are on disk.
    ///
    /// - Parameters:
    ///   - id: The identifier that the account gets, of which there is none yet;
    ///     nil for a random one.
    ///   - name: The name under which the person appears.
    ///   - email: The address; unique among accounts, whatever its case.
    ///   - password: The password; only a salted, peppered hash of its
    ///     composed form (NFC) is stored.
    ///   - language: In which the person reads, such as `es`; nil if that isn't
    ///     known.
    /// - Throws: `emailTaken`, also when two calls with one address run at
    ///   once: exactly one of them succeeds. `overloaded`, `cancelled`,
    ///   `unavailable`.
    func createAccount(
        as id: UserID?, name: String, email: EmailAddress, password: Secret, in language: String?
    ) async throws(AccountsError) -> User
}

extension AccountCreating {
    /// Makes an account of somebody whose language isn't known.
    public func createAccount(
        as id: UserID? = nil, name: String, email: EmailAddress, password: Secret
    ) async throws(AccountsError) -> User {
        try await createAccount(as: id, name: name, email: email, password: password, in: nil)
    }
}
