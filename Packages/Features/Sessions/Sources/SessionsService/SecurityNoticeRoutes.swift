import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import SQLStoreAPI
import SessionsContract
import SessionsServiceAPI
import TelemetryAPI

/// Answers what happened to the account lately, and remembers how far the person
/// has read.
struct SecurityNoticeRoutes: SessionRouting {
    let database: any SQLDatabase
    let authentication: any RequestAuthenticating
    let places: Places
    let logger: Logger

    var all: [Route] {
        [
            Route(
                .get, SessionsPath.notices, bodyLimit: 0, access: .session, description: .listNotices
            ) { request in
                try await answer { try await list(request) }
            },
            Route(
                .post, SessionsPath.seenNotices, bodyLimit: 1_024, access: .session, description: .markNoticesSeen
            ) { request in
                try await answer { try await markSeen(request) }
            },
        ]
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let asking = try await authentication.requireSession(request)
        let (rows, seen) = try await database.read { db in
            (try KeptNotice.all(of: asking.userID, in: db), try KeptNotice.latestSeen(by: asking.userID, in: db))
        }
        let items = rows.map { message($0, to: asking, seen: $0.event.id <= seen) }
        return try .json(SecurityNoticesMessage(items: items), fields: [.cacheControl: "no-store"])
    }

    private func message(
        _ row: KeptNotice, to asking: AuthenticatedSession, seen: Bool
    ) -> SecurityNoticeMessage {
        let event = row.event, isSuspicious = event.name == .suspiciousAccess
        var device: String?, location: String?
        let place = places.place(of: event.address)?.message
        if event.sessionID != nil {
            device = event.device ?? SessionMessage.unknown
            location = place?.english ?? SessionMessage.unknown
        }
        return SecurityNoticeMessage(
            id: event.id, event: event.name.rawValue, at: event.happenedAt, seen: seen,
            suspicious: isSuspicious && row.isOpen, sessionID: event.sessionID,
            current: event.sessionID.map { $0 == asking.sessionID }, reason: event.reason, reasons: event.reasons,
            device: device, location: location, place: place, wayIn: event.wayIn)
    }

    private func markSeen(_ request: ServerRequest) async throws -> ServerResponse {
        let asking = try await authentication.requireSession(request)
        // Whoever had somebody type a code doesn't hide from them that the device is in.
        try asking.requireProofHere()
        let id = try await request.decodeJSON(SeenNoticesMessage.self).id
        try await database.write { db in
            try asking.standing.check(in: db)
            // A number that was never given out would hide what is still to come.
            let latest = min(max(0, id), try SecurityEventRow.latest(in: db))
            try db.run(
                """
                INSERT INTO security_events_seen (user_id, latest) VALUES (\(asking.userID), \(latest))
                ON CONFLICT (user_id) DO UPDATE SET latest = excluded.latest
                WHERE excluded.latest > security_events_seen.latest
                """)
        }
        return .noContent
    }
}

/// An event as it is listed.
private struct KeptNotice: Sendable {
    let event: SecurityEventRow
    /// Whether its session waits for somebody to say whose it is.
    let isOpen: Bool

    static func latestSeen(by user: UserID, in db: any SQLReading) throws -> Int {
        try db.value("SELECT latest FROM security_events_seen WHERE user_id = \(user)") ?? 0
    }

    /// All that are kept of a person, the latest first.
    static func all(of user: UserID, in db: any SQLReading) throws -> [Self] {
        let open: Set<SessionID> = Set(
            try db.values(
                "SELECT id FROM sessions WHERE user_id = \(user) AND ended_at IS NULL AND suspicion IS NOT NULL"))
        let events = try SecurityEventRow.events(of: user, after: 0, limit: SecurityEventRow.perAccount, in: db)
        return events.reversed().map { event in
            KeptNotice(event: event, isOpen: event.sessionID.map(open.contains) ?? false)
        }
    }
}
