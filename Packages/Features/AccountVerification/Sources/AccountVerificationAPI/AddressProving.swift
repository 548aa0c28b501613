public import CoreModels
public import MailedProofsAPI

/// Proves addresses for those who come with a message and aren't logged in.
///
/// That somebody reads the mail of an address doesn't tell that they made its
/// account: a stranger may have, and would write under the owner's address once
/// the owner presses a button. Who made the account knows its password, so each
/// proof goes with it.
///
/// Calls may run at the same time.
public protocol AddressProving: Sendable {
    /// Tells whose address a link would prove now, and changes nothing.
    ///
    /// - Throws: ``AddressConfirmationError`` for a link that proves nothing;
    ///   what keeps the proofs throws.
    func address(behind link: MailedToken) async throws -> EmailAddress

    /// Proves an address with a link.
    ///
    /// - Throws: ``AddressConfirmationError``; after ``AddressConfirmationError/wrongPassword``
    ///   the link counts still. What keeps the proofs throws.
    func confirm(_ link: MailedToken, password: Secret, from origin: RequestOrigin) async throws

    /// Proves an address with a code.
    ///
    /// - Throws: ``AddressConfirmationError``; a wrong password and an address
    ///   without an account are as good as a code that was never sent (D2). What
    ///   keeps the proofs throws.
    func confirm(
        _ code: MailedCode, of email: EmailAddress, password: Secret, from origin: RequestOrigin
    ) async throws

    /// Has another message sent to an address that needs one; whether it does
    /// isn't told.
    ///
    /// - Throws: ``AddressConfirmationError/busy(_:retryAfter:)``.
    func resend(to email: EmailAddress, from origin: RequestOrigin) async throws
}
