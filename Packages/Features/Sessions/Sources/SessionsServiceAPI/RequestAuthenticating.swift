public import CoreModels
public import HTTPServingAPI
import HTTPTypes
import Localization
public import SQLStoreAPI

/// Tells who sent a request.
///
/// Any number of calls may run at once. A session that was ended is refused
/// from the moment on at which ending it returned, also when its access token
/// has not expired.
///
/// A request may begin before its session ends, and its body come after: reading
/// the body to its end fails then as authenticating would. What lasts is written
/// in a transaction that asks ``AuthenticatedSession/standing`` first.
public protocol RequestAuthenticating: Sendable {
    /// Reads and checks the credentials of a request.
    ///
    /// - Returns: The session; nil for a request without `Authorization`, which
    ///   routes that are open to everyone answer as well.
    /// - Throws: 401 with a `WWW-Authenticate` challenge (RFC 6750, section 3)
    ///   for credentials that don't hold: `token_expired` when they did,
    ///   `session_ended` when the session is over, `invalid_token` for
    ///   everything else. 500 when they can't be checked.
    func authenticate(_ request: ServerRequest) async throws(HTTPProblem) -> AuthenticatedSession?

    /// Whether a session runs still, for whoever knows it from a request that was answered before.
    ///
    /// - Returns: A standing that refuses with 401 `session_ended`.
    func standing(of session: SessionID) -> SessionStanding
}

extension RequestAuthenticating {
    /// Requires a session.
    ///
    /// - Throws: 401 `authentication_required` for a request without
    ///   credentials, else as ``authenticate(_:)``.
    public func requireSession(_ request: ServerRequest) async throws(HTTPProblem) -> AuthenticatedSession {
        guard let session = try await authenticate(request) else { throw .authenticationRequired() }
        return session
    }

    /// Requires the session of a person who has proved the address.
    ///
    /// - Throws: 403 `email_not_verified` for one who hasn't, else as
    ///   ``requireSession(_:)``.
    public func requireVerifiedSession(_ request: ServerRequest) async throws(HTTPProblem) -> AuthenticatedSession {
        let session = try await requireSession(request)
        guard session.isVerified else { throw .emailNotVerified }
        return session
    }
}

extension HTTPProblem {
    /// 403 `email_not_verified`: the person has to prove the address first.
    public static let emailNotVerified = HTTPProblem(
        status: .forbidden, code: "email_not_verified",
        title: LocalizedText(
            en: "Confirm your email address first.", es: "Confirma primero tu dirección de correo."),
        detail: LocalizedText(
            en: "Type the code from the message we sent you, or ask for a new one.",
            es: "Escribe el código del mensaje que te enviamos o pide uno nuevo."))
}

/// Who sent a request, as its credentials prove.
public struct AuthenticatedSession: Hashable, Sendable {
    /// The person.
    public let userID: UserID
    /// The session: the device on which the person is logged in.
    public let sessionID: SessionID
    /// What the credentials allow.
    public let scopes: Set<SessionScope>
    /// Whether the person has proved the address, as of now: older than the
    /// credentials, or newer.
    public let isVerified: Bool
    /// How and when the person proved who they are, as of now.
    public let authentication: Authentication
    /// Whether the session runs still, for transactions to ask.
    public let standing: SessionStanding

    /// Creates a value.
    public init(
        userID: UserID, sessionID: SessionID, scopes: Set<SessionScope>, isVerified: Bool,
        authentication: Authentication, standing: SessionStanding
    ) {
        self.userID = userID
        self.sessionID = sessionID
        self.scopes = scopes
        self.isVerified = isVerified
        self.authentication = authentication
        self.standing = standing
    }
}

/// Tells in a transaction whether the session that asks for something runs still, and
/// takes the credentials that it showed.
///
/// Between authenticating a request and writing what it wants, others may end the
/// session. A desk that keeps something takes a standing and asks it where it
/// writes: of the two, one comes first, and the other one knows.
public struct SessionStanding: Hashable, Sendable {
    private let sessionID: SessionID
    private let ask: @Sendable (any SQLReading) throws -> Void

    /// Creates the standing of a session.
    ///
    /// - Parameter ask: Throws the `HTTPProblem` with which the session's requests are
    ///   refused from now on, if they are.
    public init(of sessionID: SessionID, ask: @escaping @Sendable (any SQLReading) throws -> Void) {
        self.sessionID = sessionID
        self.ask = ask
    }

    /// Goes on only if the session runs still; to be called first in a transaction that
    /// writes.
    ///
    /// - Throws: The `HTTPProblem` with which to refuse the request, or `SQLError`.
    public func check(in transaction: any SQLReading) throws {
        try ask(transaction)
    }

    /// Two standings of one session are equal.
    public static func == (left: SessionStanding, right: SessionStanding) -> Bool {
        left.sessionID == right.sessionID
    }

    /// Hashes the session.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sessionID)
    }
}

/// Something that an access token allows (RFC 6749, section 3.3).
public struct SessionScope: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word that stands for it in tokens.
    public let rawValue: String

    /// Creates a scope from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The word that stands for it in tokens.
    public var description: String { rawValue }

    /// Sees the feed, the pictures and the comments.
    public static let feedRead = SessionScope(rawValue: "feed:read")
    /// Publishes pictures and comments.
    public static let feedWrite = SessionScope(rawValue: "feed:write")
}
