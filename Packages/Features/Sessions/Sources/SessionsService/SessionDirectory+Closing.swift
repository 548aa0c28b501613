import CoreModels
import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI

extension SessionDirectory {
    func recordClosing(of user: UserID, in transaction: any SQLWriting) throws -> [SessionID] {
        try clear(user, except: nil, because: .accountClosed, in: transaction)[user] ?? []
    }

    func announceClosing(of user: UserID, ending sessions: [SessionID]) async {
        guard !sessions.isEmpty else { return }
        await announceEnd([user: sessions], because: .accountClosed)
    }

    func hasBegun(since moment: Date, of user: UserID, in transaction: any SQLReading) throws -> Bool {
        try transaction.exists("SELECT 1 FROM sessions WHERE user_id = \(user) AND started_at > \(moment)")
    }

    func recordDeletion(of user: UserID, in transaction: any SQLWriting) throws {
        _ = try clear(user, except: nil, because: .accountClosed, in: transaction)
        try ClosedTokens.insert(of: user, at: now(), in: transaction)
        try transaction.run(
            "DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = \(user))")
        try transaction.run("DELETE FROM sessions WHERE user_id = \(user)")
        try transaction.run("DELETE FROM verified_users WHERE user_id = \(user)")
        try transaction.run("DELETE FROM security_events WHERE user_id = \(user)")
        try transaction.run("DELETE FROM security_events_seen WHERE user_id = \(user)")
    }
}

/// What is left of the sessions of accounts that are gone: digests of tokens, which are random
/// and name nobody, so that a device that comes late forgets what it has.
enum ClosedTokens {
    static let migration = Migration(
        "sessions-closed-0001",
        """
        CREATE TABLE closed_tokens (
            hash BLOB PRIMARY KEY,
            closed_at BIGINT NOT NULL
        );
        CREATE INDEX closed_tokens_closed_at ON closed_tokens (closed_at);
        """)

    /// Those of the sessions that ended with the account, or with its suspension; what ended before has
    /// nothing to forget that it wasn't told of.
    static func insert(of user: UserID, at now: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO closed_tokens (hash, closed_at)
            SELECT t.hash, \(now) FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
            WHERE s.user_id = \(user)
                AND s.end_reason IN (\(SessionEndReason.accountClosed.rawValue), \(SessionEndReason.suspended.rawValue))
            ON CONFLICT (hash) DO NOTHING
            """)
    }

    /// Those of sessions that are about to be forgotten, of accounts to which nobody came back
    /// since: what keeps an account may keep it for longer than sessions that ended are known.
    static func insert(endedUntil end: Date, at now: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO closed_tokens (hash, closed_at)
            SELECT t.hash, \(now) FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
            WHERE s.ended_at <= \(end) AND s.end_reason = \(SessionEndReason.accountClosed.rawValue)
                AND NOT EXISTS (SELECT 1 FROM sessions l WHERE l.user_id = s.user_id AND l.started_at > s.ended_at)
            ON CONFLICT (hash) DO NOTHING
            """)
    }

    static func contain(_ hash: Data, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM closed_tokens WHERE hash = \(hash)")
    }

    static func forget(until end: Date, in db: any SQLWriting) throws {
        try db.run("DELETE FROM closed_tokens WHERE closed_at <= \(end)")
    }
}
