import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import SQLStoreAPI
import SessionsContract
import SessionsServiceAPI
import TelemetryAPI

/// Answers what a person asks about the own sessions: which there are, to end
/// one or all others, and that one is known.
///
/// A session of somebody else is answered like one that never was.
struct SessionRoutes: SessionRouting {
    let directory: SessionDirectory
    let authentication: any RequestAuthenticating
    let places: Places

    var logger: Logger { directory.logger }

    var all: [Route] {
        [
            Route(
                .get, SessionsPath.sessions, bodyLimit: 0, access: .session, description: .listSessions
            ) { request in
                try await answer { try await list(request) }
            },
            Route(
                .delete, SessionsPath.sessions, bodyLimit: 0, access: .session, description: .endOtherSessions
            ) { request in
                try await answer { try await endOthers(request) }
            },
            Route(
                .delete, SessionsPath.session("{id}"), bodyLimit: 0, access: .session, description: .endSession
            ) { request in
                try await answer { try await end(request) }
            },
            Route(
                .post, SessionsPath.confirmation("{id}"), bodyLimit: 1024, access: .session,
                description: .confirmSession
            ) { request in
                try await answer { try await confirm(request) }
            },
        ]
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let asking = try await authentication.requireSession(request)
        let now = directory.now()
        let rows = try await directory.database.read { db in
            try ListedSession.all(of: asking.userID, asking: asking.sessionID, under: directory.policy, at: now, in: db)
        }
        let items = rows.map { row in
            let isCurrent = row.id == asking.sessionID, proved = row.authentication.provedHere
            let place = places.place(of: row.address)?.message
            return SessionMessage(
                id: row.id, device: row.device ?? SessionMessage.unknown,
                location: place?.english ?? SessionMessage.unknown, place: place, createdAt: row.startedAt,
                lastSeenAt: isCurrent ? now : row.lastSeenAt, isCurrent: isCurrent,
                isSuspicious: row.isSuspicious, methods: proved?.references ?? [], level: proved?.level.rawValue,
                authenticatedAt: proved?.date)
        }
        let message = SessionListMessage(items: items, knowsPlaces: places.areKnown)
        return try .json(message, fields: [.cacheControl: "no-store"])
    }

    private func end(_ request: ServerRequest) async throws -> ServerResponse {
        let asking = try await authentication.requireSession(request)
        // Whoever had somebody type a code doesn't log the owner out one by one either.
        try asking.requireProofHere()
        let id = try Self.id(in: request)
        guard id != asking.sessionID else { throw HTTPProblem.currentSession }
        guard try await directory.endSession(id, for: asking) else {
            throw HTTPProblem.notFound
        }
        return .noContent
    }

    private func endOthers(_ request: ServerRequest) async throws -> ServerResponse {
        let asking = try await authentication.requireSession(request)
        try asking.require(.one, at: directory.now())
        try await directory.endOtherSessions(for: asking)
        return .noContent
    }

    private func confirm(_ request: ServerRequest) async throws -> ServerResponse {
        let asking = try await authentication.requireSession(request)
        // A device that a code let in can't say of itself that it is known.
        try asking.requireProofHere()
        let id = try Self.id(in: request)
        let isKnown = try await directory.database.write { db in
            try asking.standing.check(in: db)
            return try SessionRow.confirm(id, of: asking.userID, in: db)
        }
        guard isKnown else { throw HTTPProblem.notFound }
        directory.logger.info(
            "session confirmed", ["user": asking.userID, "session": id, "by": asking.sessionID])
        return .noContent
    }

    private static func id(in request: ServerRequest) throws(HTTPProblem) -> SessionID {
        guard let id = request.pathParameters["id"].flatMap({ SessionID($0) }) else { throw .notFound }
        return id
    }
}

/// A session as it is listed.
private struct ListedSession: Sendable {
    let id: SessionID
    let device: String?
    let address: IPAddress?
    let startedAt: Date
    let lastSeenAt: Date
    let isSuspicious: Bool
    let authentication: Authentication

    /// How many are listed; ending all others ends those beyond as well.
    private static let limit = 200

    /// Those of a person that aren't over, one for each device, the one used
    /// last first: the one that asks is used now.
    static func all(
        of user: UserID, asking: SessionID, under policy: RefreshPolicy, at now: Date, in db: any SQLReading
    ) throws -> [ListedSession] {
        let oldestStart = now.addingTimeInterval(-Double(policy.absolute.components.seconds))
        let oldestUse = now.addingTimeInterval(-Double(policy.idle.components.seconds))
        return try db.rows(
            """
            SELECT id, device, user_agent, address, started_at, last_seen_at, suspicion, amr, authenticated_at,
                is_proved_here FROM (
                SELECT *, row_number() OVER (
                    PARTITION BY COALESCE(key_thumbprint, id)
                    ORDER BY CASE WHEN id = \(asking) THEN 0 ELSE 1 END, last_seen_at DESC, id) AS place
                FROM sessions
                WHERE user_id = \(user) AND ended_at IS NULL AND started_at > \(oldestStart)
                    AND last_seen_at > \(oldestUse)) AS listed
            WHERE place = 1
            ORDER BY CASE WHEN id = \(asking) THEN 0 ELSE 1 END, last_seen_at DESC, id
            LIMIT \(limit)
            """
        ) { row in
            let startedAt: Date = try row[4]
            return ListedSession(
                id: try row[0], device: try row[1, as: String?.self] ?? row[2, as: String?.self],
                address: try row[3, as: String?.self].flatMap { IPAddress($0) }, startedAt: startedAt,
                lastSeenAt: try row[5], isSuspicious: try row[6, as: String?.self] != nil,
                authentication: try Authentication(
                    methods: row[7], date: row[8], isProvedHere: row[9], ofSessionSince: startedAt))
        }
    }
}

extension HTTPProblem {
    /// 409: this session isn't ended here but by logging out.
    static let currentSession = HTTPProblem(
        status: .conflict, code: SessionListCode.currentSession.rawValue,
        title: LocalizedText(en: "This is the session that you use.", es: "Esta es la sesión que usas."),
        detail: LocalizedText(en: "Log out to end it.", es: "Para terminarla, cierra la sesión."))
}
