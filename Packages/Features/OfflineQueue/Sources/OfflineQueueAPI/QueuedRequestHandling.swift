public import CoreModels
public import Localization
public import PluginKit

/// Sends requests of one kind that waited; contributed by the feature that
/// enqueues them.
///
/// It may be called more than once for one request, with the same identifier,
/// also after the server did what was asked: the process may have been killed
/// in between. It must not own the queue.
public protocol QueuedRequestHandling: Sendable {
    /// The kind that it sends.
    var kind: QueuedRequestKind { get }

    /// Sends a request, with its identifier as `Idempotency-Key`, and does what
    /// follows from the answer.
    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer

    /// In whose name a payload is sent; nil if that is in nobody's. It is asked
    /// about requests that were written before the queue knew their owners.
    func owner(of payload: Secret) -> UserID?
}

extension QueuedRequestHandling {
    /// Nobody.
    public func owner(of payload: Secret) -> UserID? { nil }
}

/// What came of sending a request.
public enum QueuedRequestAnswer: Hashable, Sendable {
    /// It is done; the text tells the person, unless it is no news by itself, as part of
    /// what they did last.
    case done(LocalizedText, isNews: Bool = true)
    /// It is refused, and would be another time.
    case refused(QueueProblem)
    /// The server, or this device, failed; another time may be better, though
    /// not before what the server asks for.
    case failed(QueueProblem, retryAfter: Duration? = nil)
    /// It has to wait for something other than time, such as a login; nothing
    /// was sent. It is looked at again whenever something is sent.
    case blocked(QueueProblem)
    /// The server can't be reached, so that nothing else can be sent either.
    case unreachable(LocalizedText)
}

/// Collects those who send requests that waited, one for each kind.
public enum QueuedRequestHandlers: ExtensionPoint {
    /// A handler.
    public typealias Value = any QueuedRequestHandling
}
