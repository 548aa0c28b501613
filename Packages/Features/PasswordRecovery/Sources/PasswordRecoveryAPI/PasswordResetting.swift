public import CoreModels
public import MailedProofsAPI

/// Gives another password to those who come with a message.
///
/// Calls may run at the same time.
public protocol PasswordResetting: Sendable {
    /// Tells whose password a link would set now, and changes nothing.
    ///
    /// - Throws: ``PasswordRecoveryError`` for a link that counts no more; what
    ///   keeps the links throws.
    func address(behind link: MailedToken) async throws -> EmailAddress

    /// Sets another password; all sessions of the account end.
    ///
    /// - Throws: ``PasswordRecoveryError``; after
    ///   ``PasswordRecoveryError/weakPassword(_:)`` the link counts still. What
    ///   keeps the links throws.
    func reset(_ link: MailedToken, to password: Secret, from origin: RequestOrigin) async throws

    /// Sets another password with a code.
    ///
    /// - Throws: ``PasswordRecoveryError``; an address without an account is as
    ///   good as a code that was never sent (D2). What keeps the codes throws.
    func reset(_ code: MailedCode, of email: EmailAddress, to password: Secret, from origin: RequestOrigin) async throws

    /// Has a message sent to whoever has an address; whether somebody has isn't
    /// told.
    ///
    /// - Throws: ``PasswordRecoveryError/captchaRequired(_:)``,
    ///   ``PasswordRecoveryError/busy(_:retryAfter:)``.
    func requestReset(for email: EmailAddress, from origin: RequestOrigin) async throws
}
