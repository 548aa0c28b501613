/// Answers every request that a server receives.
///
/// Threads may share a responder. A server calls it from its event loop, so it
/// must not block.
public protocol HTTPResponding: Sendable {
    /// Answers a request, or tells how; errors are answers too.
    func answer(_ request: consuming ServerRequest) -> HTTPAnswer

    /// Writes the answer to a request that the server itself refuses, such as
    /// one with too large header fields.
    func refuse(_ request: ServerRequest, because problem: HTTPProblem) -> ServerResponse
}

/// What a responder has for a request.
public enum HTTPAnswer: Sendable {
    /// The answer, for which nothing had to be waited for.
    case ready(ServerResponse)
    /// What makes the answer, in a task that is cancelled when the client
    /// leaves.
    case pending(@Sendable () async -> ServerResponse)
}

extension HTTPResponding {
    /// Answers a request, waiting for what has to be waited for.
    public func respond(to request: ServerRequest) async -> ServerResponse {
        switch answer(request) {
        case .ready(let response): response
        case .pending(let make): await make()
        }
    }
}
