import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import SQLStoreAPI
import SecurityMetricsContract
import SessionsServiceAPI
import TelemetryAPI

/// Shows who is logged in how the audit trail is, and that it goes on from what they saw.
struct AuditRoutes: Sendable {
    /// Many people may be behind one address, and each program asks once an hour.
    static let limit = RouteLimit("audit", requests: 120, seconds: 300)

    let database: any SQLDatabase
    let sessions: any RequestAuthenticating
    let display: HeadDisplay
    let nodes: NodeTable
    let log: Logger

    var all: [Route] {
        [
            Route(
                .get, SecurityMetricsContract.headPath, bodyLimit: 0, access: .session, limit: Self.limit,
                description: .showTrailHead
            ) { try await show($0) }
        ]
    }

    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        _ = try await sessions.requireSession(request)
        let since = try request.query.integer(
            SecurityMetricsContract.sinceParameter, in: 0...Int.max, default: 0)
        guard let shown = display.shown else { throw HTTPProblem.noHead }
        let message = ShownHeadMessage(
            shown.head, signedBy: .init(x: Base64URL.encode(shown.key.bytes)),
            consistency: try await proof(from: since, to: shown.head.size))
        // A head from before would look like a trail that was cut.
        return try .json(message, fields: [.cacheControl: "no-store"])
    }

    private func proof(from since: Int, to size: Int) async throws(HTTPProblem) -> [String]? {
        guard since > 0, since < size else { return nil }
        do {
            return try await database.read { db in try nodes.consistency(from: since, to: size, in: db) }
                .map { $0.base64EncodedString() }
        } catch is NodeTable.Behind {
            throw .noHead
        } catch {
            log.failure("the audit trail can't be proved to go on", ["reason": "\(error)"])
            throw .unavailable(retryAfter: .seconds(60))
        }
    }
}

extension HTTPProblem {
    /// 503 while no head was signed, or what proofs are made of isn't there yet.
    static let noHead = HTTPProblem.unavailable(retryAfter: .seconds(10))
}
