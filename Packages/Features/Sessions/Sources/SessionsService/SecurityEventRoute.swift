import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import SQLStoreAPI
import SessionsContract
import SessionsServiceAPI

/// Answers `GET /auth/events`: tells a device what happens to the account as it
/// happens, and first what it missed.
///
/// Events are read from the database, so that none is lost between two
/// connections, nor when the server is started anew; what is signalled in
/// memory is only that there is something to read.
struct SecurityEventRoute: Sendable {
    /// After how many milliseconds a client connects again.
    private static let retry = 1_000
    private static let batch = 50

    let database: any SQLDatabase
    let authentication: any RequestAuthenticating
    let signals: EventSignals
    let slots: StreamSlots
    let places: Places
    let heartbeat: Duration
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    var route: Route {
        Route(
            .get, SessionsPath.events, bodyLimit: 0, access: .session, description: .followEvents
        ) { request in
            let session = try await authentication.requireSession(request)
            guard let slot = slots.take(for: session) else { throw HTTPProblem.tooManyStreams }
            let last = request.fields[.lastEventID].flatMap { Int($0) }
            return .eventStream(heartbeat: heartbeat, clock: clock) { stream in
                defer { withExtendedLifetime(slot) {} }
                try await follow(session, after: last, on: stream)
            }
        }
    }

    private func follow(_ session: AuthenticatedSession, after last: Int?, on stream: EventStream) async throws {
        // Before anything is read, so that nothing falls in between.
        var wakeUps = signals.wakeUps(of: session.userID).makeAsyncIterator()
        let latest = try await database.read { db in try SecurityEventRow.latest(in: db) }
        // A number that isn't one of ours, as after a backup was restored,
        // means that nothing is known of what was missed.
        var position = last.map { (0...latest).contains($0) ? $0 : latest } ?? latest
        try await stream.send(event(.ready, id: position, SecurityEventMessage(at: now())))
        while !Task.isCancelled {
            let (events, isOver) = try await news(for: session, after: position)
            for row in events {
                try await stream.send(event(row.name, id: row.id, message(row, to: session)))
                position = row.id
                if row.name == .sessionEnded, row.sessionID == session.sessionID { return }
            }
            if events.count == Self.batch { continue }
            guard !isOver else {
                // It ended before the first event that is still kept.
                let message = SecurityEventMessage(at: now(), sessionID: session.sessionID, isCurrent: true)
                return try await stream.send(event(.sessionEnded, id: position, message))
            }
            guard await wakeUps.next() != nil else { return }
        }
    }

    /// The next events, and whether the session is over, as of one moment.
    private func news(
        for session: AuthenticatedSession, after position: Int
    ) async throws -> (events: [SecurityEventRow], isOver: Bool) {
        try await database.read { db in
            let events = try SecurityEventRow.events(
                of: session.userID, after: position, limit: Self.batch, in: db)
            return (events, try SessionRow.find(session.sessionID, in: db)?.isEnded ?? true)
        }
    }

    private func message(_ row: SecurityEventRow, to session: AuthenticatedSession) -> SecurityEventMessage {
        let isCurrent = row.sessionID.map { $0 == session.sessionID }
        guard row.name == .suspiciousAccess else {
            return SecurityEventMessage(
                at: row.happenedAt, sessionID: row.sessionID, isCurrent: isCurrent, reason: row.reason, wayIn: row.wayIn
            )
        }
        let place = places.place(of: row.address)?.message
        return SecurityEventMessage(
            at: row.happenedAt, sessionID: row.sessionID, isCurrent: isCurrent,
            reasons: row.reasons, device: row.device ?? SessionMessage.unknown,
            location: place?.english ?? SessionMessage.unknown, place: place)
    }

    private func event(
        _ name: SecurityEventName, id: Int, _ message: SecurityEventMessage
    ) throws -> ServerSentEvent {
        let data = try WireCoding.encoder().encode(message)
        return ServerSentEvent(
            id: String(id), event: name.rawValue, data: String(decoding: data, as: UTF8.self),
            retry: name == .ready ? Self.retry : nil)
    }
}

extension HTTPProblem {
    /// 429: the person has as many streams open as anybody needs.
    static let tooManyStreams = tooManyRequests(
        code: SessionListCode.tooManyStreams.rawValue, retryAfter: .seconds(30),
        detail: LocalizedText(
            en: "Too many event streams are open. Close one of them.",
            es: "Hay demasiados flujos de sucesos abiertos. Cierra alguno."))
}
