public import CoreModels
public import MailedProofsAPI
public import PasswordRecoveryAPI

/// Other passwords as the screens on this device set them, with the code of a
/// message: mailed links lead to the server.
public struct DevicePasswordReset: PasswordResetting {
    private let recovery: any PasswordRecovering

    /// Creates the flow.
    public init(_ recovery: any PasswordRecovering) {
        self.recovery = recovery
    }

    /// Knows no link.
    public func address(behind link: MailedToken) async throws(PasswordRecoveryError) -> EmailAddress {
        throw .unknownLink
    }

    /// Sets another password with a link.
    public func reset(
        _ link: MailedToken, to password: Secret, from origin: RequestOrigin
    ) async throws(PasswordRecoveryError) {
        try await recovery.reset(with: link.text, email: nil, to: password)
    }

    /// Sets another password with a code.
    public func reset(
        _ code: MailedCode, of email: EmailAddress, to password: Secret, from origin: RequestOrigin
    ) async throws(PasswordRecoveryError) {
        try await recovery.reset(with: code.description, email: email.description, to: password)
    }

    /// Asks for a message.
    public func requestReset(for email: EmailAddress, from origin: RequestOrigin) async throws(PasswordRecoveryError) {
        try await recovery.requestReset(email: email.description)
    }
}
