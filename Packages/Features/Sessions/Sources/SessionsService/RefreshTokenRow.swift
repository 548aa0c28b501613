import CoreModels
import FoundationEssentials
import SQLStoreAPI

/// A refresh token as it stands in its table: never the token itself.
struct RefreshTokenRow: Sendable {
    let generation: Int
    /// When it was exchanged, or asked for its unused successor again; nil for
    /// the latest of its session.
    let usedAt: Date?
    /// The successor, for those who present this token once more.
    let sealedSuccessor: Data?

    static func insert(hash: Data, of session: SessionID, generation: Int, in db: any SQLWriting) throws {
        try db.run(
            "INSERT INTO refresh_tokens (hash, session_id, generation) VALUES (\(hash), \(session), \(generation))")
    }

    static func markUsed(hash: Data, successor: Data, at now: Date, in db: any SQLWriting) throws {
        try db.run(
            "UPDATE refresh_tokens SET used_at = \(now), sealed_successor = \(successor) WHERE hash = \(hash)")
    }

    /// Makes all tokens of a session old, and leaves them no successor.
    static func supersede(allOf session: SessionID, at now: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE refresh_tokens SET used_at = COALESCE(used_at, \(now)), sealed_successor = NULL
            WHERE session_id = \(session)
            """)
    }

    /// Counts the time of grace anew, from the moment at which a token was
    /// granted its successor once more.
    ///
    /// Who asks again after an hour may ask twice as well, and the second
    /// request may come when the successor has been used already.
    static func renewGrace(hash: Data, at now: Date, in db: any SQLWriting) throws {
        try db.run("UPDATE refresh_tokens SET used_at = \(now) WHERE hash = \(hash)")
    }

    /// Forgets successors that nobody can be granted any more.
    ///
    /// Otherwise somebody with a copy of the database and one old token could
    /// open them one after another, up to the latest. Only a few generations
    /// before the latest can still hold one, so few rows are looked at.
    static func forgetSuccessors(
        of session: SessionID, before generation: Int, usedUntil: Date, in db: any SQLWriting
    ) throws {
        try db.run(
            """
            UPDATE refresh_tokens SET sealed_successor = NULL
            WHERE session_id = \(session) AND generation >= \(generation - 64) AND generation < \(generation)
                AND used_at <= \(usedUntil)
            """)
    }
}
