import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import ProofOfPossessionServiceAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Authenticates requests by the access token in `Authorization: Bearer`
/// (RFC 6750, section 2.1), or `DPoP` for one that is bound to a key (RFC 9449,
/// section 7.1).
///
/// Tokens in addresses and bodies are not looked at.
struct AccessTokenAuthentication: RequestAuthenticating {
    private enum Scheme: String {
        case bearer, dpop
    }

    let access: AccessTokens
    let live: LiveSessions
    let database: any SQLDatabase
    let hashing: any Hashing
    /// Whether sessions have to be bound to a key.
    let requiresKey: Bool
    /// Whether people can prove their address, which they have to then.
    let asksForProof: @Sendable () -> Bool
    /// Has a session take the place of the one before on its device.
    let takePlace: @Sendable (SessionID) async -> Void
    let logger: Logger
    let now: @Sendable () -> Date

    func authenticate(_ request: ServerRequest) async throws(HTTPProblem) -> AuthenticatedSession? {
        guard request.fields[.authorization] != nil else { return nil }
        guard let credentials = request.fields.onlyValue(of: .authorization),
            let (scheme, token) = Self.token(credentials)
        else { throw .invalidToken }
        do {
            let now = now(), digest = try hashing.sha256(Data(token.utf8))
            let claims = try await access.verify(token, digest: digest, at: now)
            let session = try await session(of: claims)
            try await checkPossession(of: session, digest, as: scheme, request.possessionProof)
            if !session.isInUse { await takePlace(claims.sessionID) }
            request.body.checkAtEnd { () async throws(HTTPProblem) in
                do {
                    _ = try await self.session(of: claims)
                } catch {
                    throw self.problem(for: error)
                }
            }
            return AuthenticatedSession(
                userID: claims.subject, sessionID: claims.sessionID, scopes: claims.scopes,
                isVerified: session.isVerified || !asksForProof(), authentication: session.authentication,
                standing: SessionStanding(of: claims.sessionID) { db in
                    try Self.accept(claims, try SessionRow.find(claims.sessionID, in: db).map { LiveSession($0) })
                })
        } catch {
            throw problem(for: error)
        }
    }

    func standing(of session: SessionID) -> SessionStanding {
        SessionStanding(of: session) { db in
            guard let row = try SessionRow.find(session, in: db), !LiveSession(row).isEnded else {
                throw HTTPProblem.sessionEnded
            }
        }
    }

    /// The session of a token, as it stands now.
    private func session(of claims: VerifiedToken) async throws -> LiveSession {
        let session = try await live.session(claims.sessionID) {
            try await database.read { db in try SessionRow.find(claims.sessionID, in: db).map { LiveSession($0) } }
        }
        return try Self.accept(claims, session)
    }

    @discardableResult
    private static func accept(_ claims: VerifiedToken, _ session: LiveSession?) throws(HTTPProblem) -> LiveSession {
        guard let session, session.userID == claims.subject, !session.isEnded else { throw .sessionEnded }
        if let since = session.accessSince, claims.issuedAt < since { throw .tokenExpired }
        return session
    }

    private static func token(_ credentials: String) -> (Scheme, String)? {
        guard let space = credentials.utf8.firstIndex(of: UInt8(ascii: " ")),
            let scheme = Scheme(rawValue: credentials[..<space].lowercased())
        else { return nil }
        let token = String(credentials.utf8[space...].dropFirst()) ?? ""
        return token.isEmpty ? nil : (scheme, token)
    }

    /// RFC 9449, sections 7.1 and 7.2: a token that is bound to a key is worth
    /// nothing without a proof of that key, made for that token.
    private func checkPossession(
        of session: LiveSession, _ digest: Data, as scheme: Scheme, _ proof: PossessionProof?
    ) async throws {
        guard let key = session.keyThumbprint else {
            if requiresKey { throw HTTPProblem.proofRequired }
            if scheme == .dpop { throw HTTPProblem.invalidToken }
            return
        }
        guard scheme == .dpop, let proof else { throw HTTPProblem.proofRequired }
        guard proof.keyThumbprint == key else { throw HTTPProblem.proofOfOtherKey }
        guard proof.accessTokenDigest == Base64URL.encode(digest) else {
            throw HTTPProblem.proofOfOtherToken
        }
        try await proof.use()
    }

    private func problem(for error: any Error) -> HTTPProblem {
        switch error {
        case let problem as HTTPProblem: return problem
        case JSONWebTokenError.expired: return .tokenExpired
        case JSONWebTokenError.failed(let cause):
            logger.failure("could not verify an access token", ["reason": "\(cause)"])
            return .internalError
        case let error as JSONWebTokenError:
            logger.debug("refused an access token", ["reason": "\(error)"])
            return .invalidToken
        default:
            // Whoever writes keeps it for as long as the service is away.
            logger.failure("could not authenticate a request", ["reason": "\(SessionsError(error))"])
            return .unavailable(retryAfter: .seconds(5))
        }
    }
}
