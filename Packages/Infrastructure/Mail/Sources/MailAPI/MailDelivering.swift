public import CoreModels
public import FoundationEssentials

/// Brings a letter on its way: to a mail server, or to a folder.
///
/// When `deliver` returns, somebody else answers for the letter. When it
/// throws, the letter may still have gone out, if the connection broke at the
/// very end: it comes again with the same identifier.
///
/// Calls may run at the same time. A call ends within a limited time, and is
/// not ended by a cancellation, which would leave open what became of the
/// letter.
public protocol MailDelivering: Sendable {
    /// Delivers a letter.
    func deliver(_ letter: MailLetter) async throws(MailDeliveryError)
}

/// A message in the form in which it travels.
public struct MailLetter: Hashable, Sendable {
    /// The identifier, which is part of the `Message-ID`; the same at each try.
    public let id: UUID
    /// When it was written.
    public let date: Date
    /// Who gets it.
    public let recipient: EmailAddress
    /// The Internet message (RFC 5322): ASCII, lines that end with CR LF.
    public let data: Data

    /// Creates a letter.
    public init(id: UUID, date: Date, recipient: EmailAddress, data: Data) {
        self.id = id
        self.date = date
        self.recipient = recipient
        self.data = data
    }
}

/// Why a letter was not delivered; reasons are for logs and hold nothing of it.
public enum MailDeliveryError: Error, Hashable, Sendable {
    /// It may work later: nobody answers, or somebody asked for patience, or
    /// the settings of this server have to be mended.
    case postponed(reason: String)
    /// It will never work: the recipient or the letter was refused.
    case refused(reason: String)

    /// What happened.
    public var reason: String {
        switch self {
        case .postponed(let reason), .refused(let reason): reason
        }
    }
}

extension MailDeliveryError: CustomStringConvertible {
    /// What logs say.
    public var description: String { reason }
}
