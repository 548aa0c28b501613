import Locking
public import MailAPI

/// Keeps the messages that were handed over, or refuses them all.
public final class MailSpy: MailSending {
    private let recorded = Locked<[MailMessage]>([])
    private let failure: MailError?

    /// Creates a spy.
    ///
    /// - Parameter failure: What each call throws, if anything.
    public init(failure: MailError? = nil) {
        self.failure = failure
    }

    /// The messages so far, in order.
    public var messages: [MailMessage] { recorded.current }

    /// Keeps the message.
    public func send(_ message: MailMessage) async throws(MailError) {
        if let failure { throw failure }
        recorded.withLock { $0.append(message) }
    }
}
