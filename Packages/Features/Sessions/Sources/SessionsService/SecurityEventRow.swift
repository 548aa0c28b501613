import CoreModels
import FoundationEssentials
import HTTPServingAPI
import SQLStoreAPI
import SessionsContract
import SessionsServiceAPI

/// An event as it stands in its table, with the session that it is about.
struct SecurityEventRow: Sendable {
    let id: Int
    let name: SecurityEventName
    let sessionID: SessionID?
    let detail: String?
    let happenedAt: Date
    let device: String?
    let address: IPAddress?

    /// Why the session is over.
    var reason: String? { name == .sessionEnded ? detail : nil }
    /// Why the access isn't like the person.
    var reasons: [String]? { name == .suspiciousAccess ? detail?.split(separator: ",").map(String.init) : nil }
    /// Which way in changed.
    var wayIn: WayInMessage? { name == .wayInChanged ? detail.flatMap { WayInMessage(stored: $0) } : nil }

    /// How many events of one person are kept.
    static let perAccount = 200

    /// The number of the latest event of anybody.
    static func latest(in db: any SQLReading) throws -> Int {
        try db.value("SELECT latest FROM security_event_counter WHERE name = 'security_events'") ?? 0
    }

    /// The next events of a person after a number, the oldest first.
    static func events(of user: UserID, after id: Int, limit: Int, in db: any SQLReading) throws -> [Self] {
        try db.rows(
            """
            SELECT e.id, e.kind, e.session_id, e.detail, e.happened_at, s.device, s.user_agent, s.address
            FROM security_events e LEFT JOIN sessions s ON s.id = e.session_id
            WHERE e.user_id = \(user) AND e.id > \(id) ORDER BY e.id LIMIT \(limit)
            """
        ) { row in
            guard let name = SecurityEventName(rawValue: try row[1]) else { return nil }
            return SecurityEventRow(
                id: try row[0], name: name, sessionID: try row[2], detail: try row[3], happenedAt: try row[4],
                device: try row[5, as: String?.self] ?? row[6, as: String?.self],
                address: try row[7, as: String?.self].flatMap { IPAddress($0) })
        }.compactMap(\.self)
    }

    /// Writes an event, and forgets those of the person that are too many.
    static func insert(_ event: SecurityEvent, of user: UserID, at now: Date, in db: any SQLWriting) throws {
        let id = try db.value(
            """
            UPDATE security_event_counter SET latest = latest + 1 WHERE name = 'security_events' RETURNING latest
            """, as: Int.self)
        guard let id else { throw SessionsError.unavailable(reason: "the counter of events is missing") }
        try db.run(
            """
            INSERT INTO security_events (id, user_id, kind, session_id, detail, happened_at)
            VALUES (\(id), \(user), \(event.name.rawValue), \(event.sessionID), \(event.detail), \(now))
            """)
        try db.run(
            """
            DELETE FROM security_events WHERE user_id = \(user) AND id <= (
                SELECT id FROM security_events WHERE user_id = \(user)
                ORDER BY id DESC LIMIT 1 OFFSET \(perAccount))
            """)
    }

    /// How many suspicious accesses of a person there were, and when the latest was.
    ///
    /// - Parameter reason: Why, among others, they are suspicious; with `false` those that aren't for it.
    static func suspiciousAccesses(
        of user: UserID, after start: Date, until end: Date, for reason: SuspicionReason, _ isFor: Bool,
        in db: any SQLReading
    ) throws -> (count: Int, latest: Date?) {
        let found = try db.rows(
            """
            SELECT COUNT(*), MAX(happened_at) FROM security_events
            WHERE user_id = \(user) AND kind = \(SecurityEventName.suspiciousAccess.rawValue)
                AND happened_at > \(start) AND happened_at <= \(end)
                AND CASE WHEN ',' || COALESCE(detail, '') || ',' LIKE \("%,\(reason.rawValue),%") THEN 1 ELSE 0 END
                    = \(isFor ? 1 : 0)
            """
        ) { row in (count: try row[0, as: Int.self], latest: try row[1, as: Date?.self]) }
        return found.first ?? (0, nil)
    }

    static func forget(until end: Date, in db: any SQLWriting) throws {
        try db.run("DELETE FROM security_events WHERE happened_at <= \(end)")
    }
}

extension SecurityEvent {
    fileprivate var name: SecurityEventName {
        switch self {
        case .sessionEnded: .sessionEnded
        case .emailVerified: .emailVerified
        case .passwordChanged: .passwordChanged
        case .suspiciousAccess: .suspiciousAccess
        case .wayInChanged: .wayInChanged
        }
    }

    fileprivate var sessionID: SessionID? {
        switch self {
        case .sessionEnded(let id, _), .suspiciousAccess(let id, _): id
        case .emailVerified, .passwordChanged, .wayInChanged: nil
        }
    }

    fileprivate var detail: String? {
        switch self {
        case .sessionEnded(_, let reason): reason.rawValue
        case .suspiciousAccess(_, let reasons): reasons.stored
        case .wayInChanged(let way, let change): WayInMessage(way, change).stored
        case .emailVerified, .passwordChanged: nil
        }
    }
}

extension WayInMessage {
    fileprivate init(_ way: ChangedWay, _ change: WayChange) {
        let (word, provider): (String, String?) =
            switch way {
            case .secondFactor: ("second_factor", nil)
            case .recoveryCodes: ("recovery_codes", nil)
            case .passkey: ("passkey", nil)
            case .address: ("address", nil)
            case .account: ("account", nil)
            case .provider(let title): ("provider", title)
            }
        self.init(way: word, change: change.rawValue, provider: provider)
    }

    /// As it stands in the table; only the provider may have spaces.
    fileprivate var stored: String { ([way, change] + (provider.map { [$0] } ?? [])).joined(separator: " ") }

    fileprivate init?(stored: String) {
        let words = stored.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count > 1 else { return nil }
        self.init(way: words[0], change: words[1], provider: words.count > 2 ? words[2] : nil)
    }
}
