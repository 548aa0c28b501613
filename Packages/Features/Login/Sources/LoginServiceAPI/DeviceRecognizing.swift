public import AccountsServiceAPI
public import CoreModels

/// Makes devices known on which somebody signs in in another way than by
/// logging in, such as by making the account.
public protocol DeviceRecognizing: Sendable {
    /// A token by which the device shows the next time that somebody signed in
    /// to the account on it, so that strangers can't lock it out (D6).
    ///
    /// - Throws: What the cryptography throws.
    func issueToken(for email: EmailAddress) async throws -> Secret

    /// The same of somebody who chose a password: it is good for that one, and not for one
    /// that others put in its place meanwhile.
    ///
    /// - Throws: What the cryptography throws.
    func issueToken(for password: PasswordVersion) async throws -> Secret
}
