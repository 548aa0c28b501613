public import CoreModels
import Locking
public import MailAPI
public import SQLStoreAPI

/// Keeps the messages that were handed over, or refuses them all.
///
/// Those of a transaction are kept when it is committed.
public final class MailSpy: MailSending {
    private let recorded = Locked<[MailMessage]>([])
    private let rehearsed = Locked<[MailMessage]>([])
    private let failure: MailError?

    /// Creates a spy.
    ///
    /// - Parameter failure: What each call throws, if anything.
    public init(failure: MailError? = nil) {
        self.failure = failure
    }

    /// The messages so far, in order.
    public var messages: [MailMessage] { recorded.current }

    /// The messages that were only rehearsed, in order.
    public var rehearsals: [MailMessage] { rehearsed.current }

    /// Keeps the message.
    public func enqueue(_ message: MailMessage, in transaction: any SQLWriting) throws {
        if let failure { throw failure }
        try transaction.afterCommit { [recorded] in recorded.withLock { $0.append(message) } }
    }

    /// Takes back what was handed over.
    public func withdraw(to recipient: EmailAddress, in transaction: any SQLWriting) throws {
        try transaction.afterCommit { [recorded] in
            recorded.withLock { $0.removeAll { $0.recipient == recipient } }
        }
    }

    /// Keeps the message apart.
    public func rehearse(_ message: MailMessage, in transaction: any SQLWriting) throws {
        if let failure { throw failure }
        try transaction.afterCommit { [rehearsed] in rehearsed.withLock { $0.append(message) } }
    }

    /// Keeps the message.
    public func send(_ message: MailMessage) async throws(MailError) {
        if let failure { throw failure }
        recorded.withLock { $0.append(message) }
    }
}
