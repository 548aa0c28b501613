/// Answers every request that a server receives.
///
/// Threads may share a responder. A server calls it from its event loop, so it
/// must not block.
public protocol HTTPResponding: Sendable {
    /// Answers a request; errors are answers too. The task is cancelled when
    /// the client leaves.
    func respond(to request: ServerRequest) async -> ServerResponse

    /// Writes the answer to a request that the server itself refuses, such as
    /// one with too large header fields.
    func refuse(_ request: ServerRequest, because problem: HTTPProblem) -> ServerResponse
}
