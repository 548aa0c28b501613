import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Authenticates requests by the access token in `Authorization: Bearer`
/// (RFC 6750, section 2.1).
///
/// Tokens in addresses and bodies are not looked at.
struct BearerAuthentication: RequestAuthenticating {
    let access: AccessTokens
    let live: LiveSessions
    let database: any SQLDatabase
    let logger: Logger
    let now: @Sendable () -> Date

    func authenticate(_ request: ServerRequest) async throws(HTTPProblem) -> AuthenticatedSession? {
        let credentials = request.fields.values(of: .authorization)
        guard let first = credentials.first else { return nil }
        guard credentials.count == 1, let token = Self.bearerToken(first) else { throw .invalidToken }
        do {
            let claims = try await access.verify(token, at: now())
            let session = try await live.session(claims.sessionID) {
                try await database.read { db in try SessionRow.find(claims.sessionID, in: db).map { LiveSession($0) } }
            }
            guard let session, session.userID == claims.subject, !session.isEnded else {
                throw HTTPProblem.sessionEnded
            }
            return AuthenticatedSession(
                userID: claims.subject, sessionID: claims.sessionID,
                scopes: Set(claims.scope.split(separator: " ").map { SessionScope(rawValue: String($0)) }),
                isVerified: session.isVerified)
        } catch {
            throw problem(for: error)
        }
    }

    private static func bearerToken(_ credentials: String) -> String? {
        let parts = credentials.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer", !parts[1].isEmpty else { return nil }
        return String(parts[1])
    }

    private func problem(for error: any Error) -> HTTPProblem {
        switch error {
        case let problem as HTTPProblem: return problem
        case JSONWebTokenError.expired: return .tokenExpired
        case JSONWebTokenError.failed(let cause):
            logger.error("could not verify an access token", ["reason": "\(cause)"])
            return .internalError
        case let error as JSONWebTokenError:
            logger.debug("refused an access token", ["reason": "\(error)"])
            return .invalidToken
        default:
            logger.error("could not authenticate a request", ["reason": "\(SessionsError(error))"])
            return .internalError
        }
    }
}
