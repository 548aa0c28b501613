public import HTTPServingAPI
import HTTPTypes

/// Answers every request by a closure.
public struct ResponderStub: HTTPResponding {
    private let answer: @Sendable (ServerRequest) async -> ServerResponse

    /// Creates a responder.
    public init(_ answer: @escaping @Sendable (ServerRequest) async -> ServerResponse) {
        self.answer = answer
    }

    /// Answers by the closure.
    public func respond(to request: ServerRequest) async -> ServerResponse {
        await answer(request)
    }

    /// Answers with the problem's status, and its code as plain text.
    public func refuse(_ request: ServerRequest, because problem: HTTPProblem) -> ServerResponse {
        .text(problem.code, status: problem.status, fields: problem.fields)
    }
}
