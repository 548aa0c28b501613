public import CoreModels

/// Hands messages over to be delivered.
///
/// Calls may run at the same time. When `send` returns, the message won't be
/// lost; that it arrives is up to the world.
public protocol MailSending: Sendable {
    /// Hands over a message.
    ///
    /// - Throws: ``MailError``; nothing was handed over.
    func send(_ message: MailMessage) async throws(MailError)
}

/// A message to one person.
public struct MailMessage: Hashable, Sendable {
    /// Who gets it.
    public let recipient: EmailAddress
    /// What it is about, in one line.
    public let subject: String
    /// What it says, in plain text with lines of up to 78 characters.
    public let text: String

    /// Creates a message; line breaks in the subject become spaces.
    public init(recipient: EmailAddress, subject: String, text: String) {
        self.recipient = recipient
        self.subject = String(subject.map { $0.isNewline ? " " : $0 })
        self.text = text
    }
}

/// Why a message could not be handed over.
public enum MailError: Error, Hashable, Sendable {
    /// It can't be kept or passed on now; the reason is for logs and holds
    /// nothing of the message.
    case unavailable(reason: String)
}
