public import CoreModels
public import SQLStoreAPI

/// Hands messages over to be delivered.
///
/// A message that is handed over is in the server's database, and is delivered
/// from there: it is not lost, whatever happens to the server, the network or
/// the mail server; that it arrives is up to the world.
///
/// Calls may run at the same time.
public protocol MailSending: Sendable {
    /// Hands over a message in the transaction of the change that it tells of:
    /// the message exists if and only if the change is committed.
    ///
    /// - Throws: ``MailError``, or `SQLError`; either should undo the
    ///   transaction.
    func enqueue(_ message: MailMessage, in transaction: any SQLWriting) throws

    /// Does the work of ``enqueue(_:in:)`` and leaves nothing of it.
    ///
    /// Where the answer must not tell whether somebody gets a message, the time
    /// that it takes must not either.
    ///
    /// - Throws: What ``enqueue(_:in:)`` throws.
    func rehearse(_ message: MailMessage, in transaction: any SQLWriting) throws

    /// Takes back what waits for an address, whatever it is about: nobody is to read it
    /// any more. What is being sent now may arrive.
    ///
    /// - Throws: `SQLError`; it should undo the transaction.
    func withdraw(to recipient: EmailAddress, in transaction: any SQLWriting) throws

    /// Hands over a message that belongs to no other change.
    ///
    /// - Throws: ``MailError``; nothing was handed over.
    func send(_ message: MailMessage) async throws(MailError)
}

/// Why a message could not be handed over.
public enum MailError: OutageError, Hashable {
    /// It can't be kept now; the reason is for logs and holds nothing of the
    /// message.
    case unavailable(reason: String)
}

extension MailError: CustomStringConvertible {
    /// Whether the service is out of order.
    public var isOutage: Bool { if case .unavailable = self { true } else { false } }

    /// What logs say.
    public var description: String {
        switch self {
        case .unavailable(let reason): reason
        }
    }
}
