import CoreModels
import FoundationEssentials
import MailAPI
package import SQLStoreAPI

/// The letters that are on their way, in the server's database.
package enum OutboxTable {
    /// Its tables.
    package static let migration = Migration(
        "mail-outbox-0001",
        """
        CREATE TABLE mail_outbox (
            id TEXT PRIMARY KEY,
            recipient TEXT NOT NULL,
            template TEXT NOT NULL,
            sealed_letter BLOB NOT NULL,
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            created_at BIGINT NOT NULL,
            due_at BIGINT NOT NULL,
            reason TEXT
        );
        CREATE INDEX mail_outbox_due ON mail_outbox (state, due_at);
        """)

    /// What becomes of a letter; one that was delivered is removed.
    typealias State = UndeliveredLetter.State

    /// A letter that was taken to be sent.
    struct Claim: Sendable {
        let id: UUID
        let recipient: String
        let sealedLetter: Data
        let createdAt: Date
        /// How often it was tried, this time included.
        let attempts: Int
    }

    static func insert(
        _ id: UUID, _ message: MailMessage, sealedLetter: Data, at now: Date, in db: any SQLWriting
    ) throws {
        try db.run(
            """
            INSERT INTO mail_outbox (id, recipient, template, sealed_letter, state, attempts, created_at, due_at)
            VALUES (\(id), \(message.recipient.description), \(message.template.name), \(sealedLetter),
                \(State.waiting.rawValue), 0, \(now), \(now))
            """)
    }

    /// Takes letters that are due; nobody else gets them.
    ///
    /// A time further ahead than any delay was written before the clock was
    /// set back, and counts as due.
    static func claim(_ limit: Int, at now: Date, in db: any SQLWriting) throws -> [Claim] {
        let horizon = now.addingTimeInterval(2 * DeliverySchedule.longestDelay)
        return try db.rows(
            """
            UPDATE mail_outbox SET state = \(State.sending.rawValue), attempts = attempts + 1
            WHERE id IN (
                SELECT id FROM mail_outbox
                WHERE state = \(State.waiting.rawValue) AND (due_at <= \(now) OR due_at > \(horizon))
                ORDER BY due_at, id LIMIT \(limit) \(db.claimClause))
            RETURNING id, recipient, sealed_letter, created_at, attempts
            """
        ) { row in
            Claim(
                id: try row["id"], recipient: try row["recipient"], sealedLetter: try row["sealed_letter"],
                createdAt: try row["created_at"], attempts: try row["attempts"])
        }
    }

    static func remove(_ id: UUID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM mail_outbox WHERE id = \(id)")
    }

    /// An address is compared as people compare it.
    static func removeAll(to recipient: EmailAddress, in db: any SQLWriting) throws {
        try db.run("DELETE FROM mail_outbox WHERE lower(recipient) = lower(\(recipient.description))")
    }

    static func postpone(_ id: UUID, until due: Date, _ reason: String, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE mail_outbox SET state = \(State.waiting.rawValue), due_at = \(due), reason = \(reason)
            WHERE id = \(id)
            """)
    }

    static func bury(_ id: UUID, at now: Date, _ reason: String, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE mail_outbox SET state = \(State.dead.rawValue), due_at = \(now), reason = \(reason)
            WHERE id = \(id)
            """)
    }

    /// Gives back what was being sent when the server ended.
    static func releaseClaims(in db: any SQLWriting) throws -> Int {
        try db.run(
            "UPDATE mail_outbox SET state = \(State.waiting.rawValue) WHERE state = \(State.sending.rawValue)"
        ).rowsChanged
    }

    /// Forgets letters that nobody asked after.
    static func removeDead(before date: Date, in db: any SQLWriting) throws {
        try db.run("DELETE FROM mail_outbox WHERE state = \(State.dead.rawValue) AND due_at < \(date)")
    }

    static func letters(in db: any SQLReading) throws -> [UndeliveredLetter] {
        try db.rows(
            """
            SELECT id, recipient, template, state, attempts, reason, created_at, due_at FROM mail_outbox
            ORDER BY created_at, id LIMIT 1000
            """
        ) { row in
            UndeliveredLetter(
                id: try row["id"], recipient: try row["recipient"], template: try row["template"],
                state: State(rawValue: try row["state"]) ?? .waiting, attempts: try row["attempts"],
                reason: try row["reason"],
                createdAt: try row["created_at"], dueAt: try row["due_at"])
        }
    }

    /// Puts dead letters back: these, or all if none are named.
    static func revive(_ ids: [UUID], in db: any SQLWriting) throws -> Int {
        let chosen: SQL = ids.isEmpty ? "" : "AND id IN \(in: ids)"
        return try db.run(
            """
            UPDATE mail_outbox SET state = \(State.waiting.rawValue), attempts = 0, due_at = created_at
            WHERE state = \(State.dead.rawValue) \(chosen)
            """
        ).rowsChanged
    }

    static func nextDue(in db: any SQLReading) throws -> Date? {
        try db.value(
            "SELECT MIN(due_at) FROM mail_outbox WHERE state = \(State.waiting.rawValue)", as: Date?.self) ?? nil
    }

    static func count(_ state: State, in db: any SQLReading) throws -> Int {
        try db.value("SELECT COUNT(*) FROM mail_outbox WHERE state = \(state.rawValue)") ?? 0
    }
}
