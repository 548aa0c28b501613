public import CoreModels

/// Begins sessions, once a person has proved who they are.
///
/// Any number of calls may run at once.
public protocol SessionIssuing: Sendable {
    /// Begins a session with an identifier of its own and grants its first
    /// tokens.
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
