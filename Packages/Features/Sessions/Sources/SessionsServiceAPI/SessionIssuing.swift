public import CoreModels
public import HTTPServingAPI

/// Begins sessions, once a person has proved who they are.
///
/// Any number of calls may run at once.
public protocol SessionIssuing: Sendable {
    /// Makes sure that a request may be answered with tokens, before anything
    /// is done for it.
    ///
    /// - Throws: 401 `dpop_proof_required` when the server grants bound tokens
    ///   only, and the request proves no key.
    func checkProof(of request: ServerRequest) throws(HTTPProblem)

    /// Begins a session with an identifier of its own and grants its first
    /// tokens, which are bound to the client's key if it proved one.
    ///
    /// When this method returns, the session is on disk.
    func issueSession(for user: User, on client: SessionClient) async throws(SessionsError) -> IssuedSession
}

/// A session that has begun.
public struct IssuedSession: Sendable {
    /// The session.
    public let id: SessionID
    /// Its tokens.
    public let grant: TokenGrant

    /// Creates a value.
    public init(id: SessionID, grant: TokenGrant) {
        self.id = id
        self.grant = grant
    }
}
