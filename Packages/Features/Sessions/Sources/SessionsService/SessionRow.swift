import CoreModels
import FoundationEssentials
import HTTPServingAPI
import SQLStoreAPI
import SessionsServiceAPI

/// A session as it stands in its table.
struct SessionRow: Sendable {
    let id: SessionID
    let userID: UserID
    let isVerified: Bool
    let startedAt: Date
    let generation: Int
    let lastSeenAt: Date
    let isEnded: Bool
    /// Why it ended, as a word of `SessionEndReason`; nil if it didn't.
    let endReason: String?
    /// Whether its tokens are known to have arrived: somebody used one.
    let isInUse: Bool
    /// The key to which its tokens are bound; nil if to none.
    let keyThumbprint: String?
    /// Access tokens from before are refused; nil if none are.
    let accessSince: Date?
    /// How and when the person proved who they are.
    let authentication: Authentication

    var family: RefreshFamily {
        RefreshFamily(startedAt: startedAt, latest: generation, lastGrantedAt: lastSeenAt, isEnded: isEnded)
    }

    private static let columns: SQL = """
        s.id, s.user_id, s.is_verified, s.started_at, s.generation, s.last_seen_at, s.ended_at,
            s.key_thumbprint, s.access_since, s.end_reason, s.is_in_use, s.amr, s.authenticated_at,
            s.is_proved_here
        """

    private static func read(_ row: any SQLRow) throws -> SessionRow {
        let startedAt: Date = try row[3]
        return SessionRow(
            id: try row[0], userID: try row[1], isVerified: try row[2], startedAt: startedAt, generation: try row[4],
            lastSeenAt: try row[5], isEnded: try row[6, as: Date?.self] != nil, endReason: try row[9],
            isInUse: try row[10], keyThumbprint: try row[7], accessSince: try row[8],
            authentication: try Authentication(
                methods: row[11], date: row[12], isProvedHere: row[13], ofSessionSince: startedAt))
    }

    static func find(_ id: SessionID, in db: any SQLReading) throws -> SessionRow? {
        try db.first("SELECT \(columns) FROM sessions s WHERE s.id = \(id)", read)
    }

    /// What a session of a person vouches for that isn't over, and by whose word; nil if
    /// there is none.
    static func voucher(
        _ id: SessionID, of user: UserID, in db: any SQLReading
    ) throws -> (authentication: Authentication, origin: SessionOrigin?)? {
        try db.first(
            """
            SELECT amr, authenticated_at, started_at, origin, origin_session, is_proved_here FROM sessions
            WHERE id = \(id) AND user_id = \(user) AND ended_at IS NULL
            """
        ) { row in
            let session: String? = try row[4]
            return (
                try Authentication(methods: row[0], date: row[1], isProvedHere: row[5], ofSessionSince: row[2]),
                try row[3, as: String?.self].map { SessionOrigin(way: $0, session: session) }
            )
        }
    }

    /// The session that a refresh token belongs to, and the token.
    static func find(
        tokenHash: Data, in db: any SQLReading
    ) throws -> (session: SessionRow, token: RefreshTokenRow)? {
        try db.first(
            """
            SELECT \(columns), t.generation, t.used_at, t.sealed_successor
            FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = \(tokenHash)
            """
        ) { row in
            (
                try read(row),
                RefreshTokenRow(generation: try row[14], usedAt: try row[15], sealedSuccessor: try row[16])
            )
        }
    }

    static func insert(
        _ id: SessionID, of user: User, _ authentication: Authentication, from origin: SessionOrigin?,
        on client: SessionClient, suspicion: [SuspicionReason],
        tokenHash: Data, at now: Date, in db: any SQLWriting
    ) throws {
        // The address may have been proved since the caller read the account.
        let isVerified =
            try user.isVerified || db.exists("SELECT 1 FROM verified_users WHERE user_id = \(user.id)")
        try db.run(
            """
            INSERT INTO sessions (id, user_id, is_verified, device, user_agent, address, started_at, last_seen_at,
                generation, suspicion, key_thumbprint, is_in_use, amr, authenticated_at,
                is_proved_here, origin, origin_session)
            VALUES (\(id), \(user.id), \(isVerified), \(text(client.device)), \(text(client.userAgent)),
                \(client.address?.description), \(now), \(now), \(0), \(suspicion.stored),
                \(client.keyThumbprint), \(client.keyThumbprint == nil),
                \(authentication.storedMethods), \(authentication.date), \(authentication.isProvedHere),
                \(origin?.way), \(origin?.session))
            """)
        try RefreshTokenRow.insert(hash: tokenHash, of: id, generation: 0, in: db)
    }

    /// Records that a person proved the address, for the sessions that run and
    /// those that are about to begin.
    ///
    /// - Returns: Those that run, or have ended.
    static func markVerified(_ user: UserID, in db: any SQLWriting) throws -> [SessionID] {
        try db.run("INSERT INTO verified_users (user_id) VALUES (\(user)) ON CONFLICT (user_id) DO NOTHING")
        return try db.values("UPDATE sessions SET is_verified = \(true) WHERE user_id = \(user) RETURNING id")
    }

    /// Records that a token was granted to a client.
    static func advance(
        _ id: SessionID, to generation: Int, on client: SessionClient, at now: Date, in db: any SQLWriting
    ) throws {
        try db.run(
            """
            UPDATE sessions SET generation = \(generation), last_seen_at = \(now),
                user_agent = \(text(client.userAgent)), address = \(client.address?.description)
            WHERE id = \(id)
            """)
    }

    /// Records what the person proved anew.
    static func record(_ authentication: Authentication, in id: SessionID, _ db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE sessions SET amr = \(authentication.storedMethods), authenticated_at = \(authentication.date),
                is_proved_here = \(authentication.isProvedHere)
            WHERE id = \(id)
            """)
    }

    static func markInUse(_ id: SessionID, in db: any SQLWriting) throws {
        try db.run("UPDATE sessions SET is_in_use = \(true) WHERE id = \(id)")
    }

    static func refuseAccess(before since: Date, of id: SessionID, in db: any SQLWriting) throws {
        try db.run("UPDATE sessions SET access_since = \(since) WHERE id = \(id)")
    }

    /// Ends those of the sessions that aren't over, and forgets the sealed
    /// tokens of all of them.
    ///
    /// - Returns: Those that were ended, by person.
    static func end(
        where condition: SQL, because reason: SessionEndReason, at now: Date, in db: any SQLWriting
    ) throws -> [UserID: [SessionID]] {
        let ended = try db.rows(
            """
            UPDATE sessions SET ended_at = \(now), end_reason = \(reason.rawValue)
            WHERE ended_at IS NULL AND (\(condition)) RETURNING id, user_id
            """
        ) { row in (id: try row[0, as: SessionID.self], user: try row[1, as: UserID.self]) }
        if !ended.isEmpty {
            try db.run(
                "UPDATE refresh_tokens SET sealed_successor = NULL WHERE session_id IN \(in: ended.map(\.id))")
        }
        return Dictionary(grouping: ended, by: \.user).mapValues { $0.map(\.id) }
    }

    /// Takes note that the person knows of a session.
    ///
    /// - Returns: Whether there is such a session.
    static func confirm(_ id: SessionID, of user: UserID, in db: any SQLWriting) throws -> Bool {
        try db.run(
            "UPDATE sessions SET suspicion = NULL WHERE id = \(id) AND user_id = \(user) AND ended_at IS NULL"
        ).rowsChanged > 0
    }

    /// What a client says of itself has no limit of its own; a character may be
    /// as long as the whole of it.
    private static func text(_ text: String?) -> String? {
        text.map { String($0.unicodeScalars.prefix(200)) }
    }
}

extension [SuspicionReason] {
    /// The reasons as they stand in a column; nil if there are none.
    var stored: String? { isEmpty ? nil : map(\.rawValue).joined(separator: ",") }
}

extension Authentication {
    /// Reads what stands in the columns of a session.
    ///
    /// Those from before the columns began by a password, and that was at their
    /// beginning.
    init(methods: String?, date: Date?, isProvedHere: Bool, ofSessionSince start: Date) {
        let methods = methods.map { $0.split(separator: ",").compactMap { AuthenticationMethod(rawValue: String($0)) } }
        self.init(Set(methods ?? [.password]), at: date ?? start, isProvedHere: isProvedHere)
    }

    /// The methods as they stand in a column.
    var storedMethods: String { methods.map(\.rawValue).sorted().joined(separator: ",") }
}
