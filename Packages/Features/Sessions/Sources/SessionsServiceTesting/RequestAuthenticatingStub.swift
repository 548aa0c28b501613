public import CoreModels
public import HTTPServingAPI
import HTTPTypes
import Locking
public import SessionsServiceAPI

/// Takes the words that a test says are good for credentials: for tests of
/// routes.
///
/// ```swift
/// let stub = RequestAuthenticatingStub(["ada": session])
/// // a request with `Authorization: Bearer ada` comes from that session
/// ```
public final class RequestAuthenticatingStub: RequestAuthenticating {
    private let sessions: Locked<[String: AuthenticatedSession]>

    /// Creates a stub that knows these bearer tokens.
    public init(_ sessions: [String: AuthenticatedSession] = [:]) {
        self.sessions = Locked(sessions)
    }

    /// Makes a token good for a session, or for nothing.
    public func set(_ session: AuthenticatedSession?, for token: String) {
        sessions.withLock { $0[token] = session }
    }

    /// What a token is good for; nil for nothing.
    public func session(of token: String) -> AuthenticatedSession? { sessions.current[token] }

    /// Looks the token up; an unknown one is 401 `invalid_token`.
    public func authenticate(_ request: ServerRequest) async throws(HTTPProblem) -> AuthenticatedSession? {
        guard let credentials = request.fields[.authorization] else { return nil }
        let token = String(credentials.dropFirst("Bearer ".count))
        guard credentials.hasPrefix("Bearer "), let session = sessions.current[token] else {
            var problem = HTTPProblem.authenticationRequired(challenge: "Bearer error=\"invalid_token\"")
            problem.code = "invalid_token"
            throw problem
        }
        return session
    }

    /// That of the session which a token is good for; of any other one that it is over.
    public func standing(of session: SessionID) -> SessionStanding {
        sessions.current.values.first { $0.sessionID == session }?.standing
            ?? SessionStanding(of: session) { _ in throw HTTPProblem.authenticationRequired() }
    }
}
