import CoreModels
import Localization
import Locking
public import OfflineQueueAPI

/// Answers each request with the next of its answers, and the last one from
/// then on.
public final class QueuedRequestHandlerSpy: QueuedRequestHandling {
    /// The kind that it sends.
    public let kind: QueuedRequestKind
    private let state: Locked<(answers: [QueuedRequestAnswer], performed: [QueuedRequest])>

    /// Creates a handler; without an answer everything is done.
    public init(_ kind: QueuedRequestKind, _ answers: QueuedRequestAnswer...) {
        self.kind = kind
        state = Locked((answers, []))
    }

    /// The requests that were sent, in order.
    public var performed: [QueuedRequest] { state.withLock { $0.performed } }

    /// Remembers the request.
    public func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        state.withLock { state in
            state.performed.append(request)
            let answer = state.answers.first ?? .done(LocalizedText(en: "Done.", es: "Hecho."))
            if state.answers.count > 1 { state.answers.removeFirst() }
            return answer
        }
    }
}
