public import HTTPServingAPI
import HTTPTypes

/// Answers every request by a closure.
public struct ResponderStub: HTTPResponding {
    private let respond: @Sendable (ServerRequest) async -> ServerResponse

    /// Creates a responder.
    public init(_ respond: @escaping @Sendable (ServerRequest) async -> ServerResponse) {
        self.respond = respond
    }

    /// Answers by the closure.
    public func answer(_ request: ServerRequest) -> HTTPAnswer {
        .pending { await respond(request) }
    }

    /// Answers with the problem's status, and its code as plain text.
    public func refuse(_ request: ServerRequest, because problem: HTTPProblem) -> ServerResponse {
        .text(problem.code, status: problem.status, fields: problem.fields)
    }
}
