import DeviceFindingsContract
import DeviceIntegrityAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import SQLStoreAPI
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import TelemetryAPI

/// Takes what clients found wrong with their device or program.
///
/// What a client says of itself proves nothing: nothing follows but an event, which its own session is named in.
struct DeviceFindingRoutes: Sendable {
    let database: any SQLDatabase
    let sessions: any RequestAuthenticating
    let audit: @Sendable () -> [any AuditRecording]
    let log: Logger
    let now: @Sendable () -> Date

    var all: [Route] {
        [
            Route(
                .post, DeviceFindingsContract.path, bodyLimit: 256, access: .session,
                limit: RouteLimit("device-findings"), repetition: .ownRules, description: .tellDeviceFinding
            ) { request in
                do {
                    return try await take(request)
                } catch let problem as HTTPProblem {
                    throw problem
                } catch {
                    log.failure("could not note what a client found", ["reason": "\(error)"])
                    throw HTTPProblem.unavailable(retryAfter: .seconds(5))
                }
            }
        ]
    }

    private func take(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        let code = try await request.decodeJSON(DeviceFindingsContract.Finding.self).kind
        guard let kind = IntegrityFinding.Kind(rawValue: code) else { throw HTTPProblem.invalidData([.unknownFinding]) }
        let now = now()
        let isNew = try await database.write { db in
            try session.standing.check(in: db)
            guard try FindingRows.insert(kind, of: session, at: now, in: db) else { return false }
            let event = AuditEvent(
                .deviceTampered, of: session.userID, session: session.sessionID,
                because: "\(kind.violation.rawValue) \(kind.rawValue)")
            for trail in audit() { try trail.record(event, in: db) }
            return true
        }
        if isNew {
            log.critical(
                "a client found its device or program tampered with",
                [
                    "user": session.userID, "session": session.sessionID, "violation": kind.violation.rawValue,
                    "finding": kind.rawValue,
                ])
        }
        return .noContent
    }
}

extension FieldProblem {
    /// The code isn't one of those that clients find.
    static let unknownFinding = FieldProblem(
        pointer: "/kind", code: "unknown_finding",
        reason: LocalizedText(
            en: "This server doesn't know such a finding.", es: "Este servidor no conoce ese hallazgo."))
}
