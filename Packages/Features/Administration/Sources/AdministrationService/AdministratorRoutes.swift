import AdministrationContract
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import SQLStoreAPI
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import TelemetryAPI

/// Tells who asks whether they are an administrator, and takes invitations.
struct AdministratorRoutes: Sendable {
    let database: any SQLDatabase
    let invitations: Invitations
    let sessions: any RequestAuthenticating
    let audit: @Sendable () -> [any AuditRecording]
    let log: Logger
    let now: @Sendable () -> Date

    var all: [Route] {
        [
            Route(
                .get, AdministrationContract.path, bodyLimit: 0, access: .session, description: .showAdministrator
            ) { request in try await unlessBroken { try await show(request) } },
            Route(
                .post, AdministrationContract.path, bodyLimit: 4 * 1024, access: .session,
                limit: RouteLimit("administration"), description: .acceptAdministration
            ) { request in try await unlessBroken { try await accept(request) } },
        ]
    }

    /// Whoever is no administrator learns nothing of how one proves it.
    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        guard try await database.read({ db in try AdministratorRow.find(session.userID, in: db) }) != nil else {
            throw HTTPProblem.notAdministrator
        }
        try session.require(.one, at: now())
        return try .json(
            AdministrationContract.Standing(user: session.userID, session: session.sessionID),
            fields: [.cacheControl: "no-store"])
    }

    private func accept(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request), now = now()
        try session.require(.one, at: now)
        let token = try await request.decodeJSON(AdministrationContract.Acceptance.self).token
        let isNew = try await database.write { db in
            try session.standing.check(in: db)
            // An answer that was lost costs nobody the invitation, nor another person theirs.
            guard try AdministratorRow.find(session.userID, in: db) == nil else { return false }
            guard try invitations.use(token.withText { $0 ?? "" }, at: now, in: db) else {
                throw HTTPProblem.invitationOver
            }
            _ = try AdministratorRow.insert(session.userID, since: now, in: db)
            let event = AuditEvent(.administratorMade, of: session.userID, session: session.sessionID)
            for trail in audit() { try trail.record(event, in: db) }
            return true
        }
        if isNew { log.warning("an administrator was made", ["user": session.userID]) }
        return .noContent
    }

    private func unlessBroken(_ answer: () async throws -> ServerResponse) async throws -> ServerResponse {
        do {
            return try await answer()
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            log.failure("could not tell who is an administrator", ["reason": "\(error)"])
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
    }
}

extension HTTPProblem {
    /// 404: the person is no administrator.
    static let notAdministrator = HTTPProblem(
        status: .notFound, code: AdministrationContract.Code.notAdministrator.rawValue,
        title: HTTPProblem.notFound.title)

    /// 404: the invitation isn't good.
    static let invitationOver = HTTPProblem(
        status: .notFound, code: AdministrationContract.Code.invitationOver.rawValue,
        title: LocalizedText(en: "The invitation isn't good any more.", es: "La invitación ya no vale."),
        detail: LocalizedText(
            en: "It was used, is too old, or was never made. Nothing was changed.",
            es: "Se usó, es demasiado antigua o nunca se hizo. No se cambió nada."))
}
