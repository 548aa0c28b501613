package import CoreModels
package import FoundationEssentials
import MailAPI
package import RegistrationServiceAPI
package import SQLStoreAPI

/// The table of those who are invited and haven't come yet.
///
/// It has no proof: what the link proves are digests of mailed proofs, which name the invitation. Without its row
/// a link opens nothing. Where the row goes, its identifier stays until a server that runs has taken the proof away,
/// which has the address; a command can't.
package enum InvitationTable {
    /// All of it, in order; what is released is never changed.
    package static let migrations = [
        Migration(
            "invitations-0001",
            """
            CREATE TABLE invitations (
                user_id TEXT PRIMARY KEY,
                email TEXT NOT NULL,
                canonical_email TEXT NOT NULL,
                invited_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL,
                letter_due_at BIGINT
            );
            CREATE UNIQUE INDEX invitations_email ON invitations (canonical_email);
            CREATE INDEX invitations_list ON invitations (invited_at, user_id);
            CREATE TABLE ended_invitations (
                user_id TEXT PRIMARY KEY
            );
            """)
    ]

    /// Invites an address, unless somebody has it.
    ///
    /// - Parameters:
    ///   - id: The identifier that the account gets: another one each time, so that the link of before names nothing.
    ///   - owner: Who has the address, or for whom it is kept.
    package static func invite(
        _ email: EmailAddress, as id: UserID, at now: Date, for lifetime: Duration,
        unlessOwned owner: (EmailAddress, any SQLReading) throws -> UserID?, in db: any SQLWriting
    ) throws -> InvitationOutcome {
        guard email.canReceiveMail else { return .withoutMail }
        if let owner = try owner(email, db) { return .hasAccount(owner) }
        try removeEnded(at: now, in: db)
        let replaces = try remove(email, in: db), end = now.addingTimeInterval(lifetime / .seconds(1))
        try db.run(
            """
            INSERT INTO invitations (user_id, email, canonical_email, invited_at, expires_at, letter_due_at)
            VALUES (\(id), \(email.composed.description), \(email.canonical), \(now), \(end), \(now))
            """)
        return .invited(until: end, replacesEarlier: replaces)
    }

    /// The invitation of an address, whatever its case.
    package static func find(_ email: EmailAddress, in db: any SQLReading) throws -> InvitationRow? {
        try rows("canonical_email = \(email.canonical)", in: db).first
    }

    /// The invitation whose account gets this identifier.
    package static func find(_ id: UserID, in db: any SQLReading) throws -> InvitationRow? {
        try rows("user_id = \(id)", in: db).first
    }

    /// Those that are good, the oldest first, which stay where they are while others are made.
    ///
    /// - Parameter last: With what the page before ended; nil for the first one.
    /// - Returns: Them, and whether there are more; nil if there is no such invitation to go on behind.
    package static func page(
        after last: UserID?, limit: Int, at now: Date, in db: any SQLReading
    ) throws -> (rows: [InvitationRow], hasMore: Bool)? {
        var condition: SQL = "expires_at > \(now)"
        if let last {
            guard let row = try find(last, in: db) else { return nil }
            condition = condition + " AND (invited_at, user_id) > (\(row.invitedAt), \(last))"
        }
        let found = try rows(condition + " ORDER BY invited_at, user_id LIMIT \(limit + 1)", in: db)
        return (Array(found.prefix(limit)), found.count > limit)
    }

    /// Takes an invitation back, or notes that it was used.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package static func remove(_ email: EmailAddress, in db: any SQLWriting) throws -> Bool {
        try remove(where: "canonical_email = \(email.canonical)", in: db) == 1
    }

    /// Notes that somebody has an account now, or not any more: nobody else is invited in their place.
    ///
    /// - Returns: The invitations that there were.
    static func remove(of user: User, in db: any SQLWriting) throws -> [UserID] {
        let condition: SQL = "user_id = \(user.id) OR canonical_email = \(user.email.canonical)"
        let found = try rows(condition, in: db).map(\.id)
        try db.run("DELETE FROM invitations WHERE \(condition)")
        try forget(user.id, in: db)
        return found
    }

    static func removeEnded(at now: Date, in db: any SQLWriting) throws {
        try remove(where: "expires_at <= \(now)", in: db)
    }

    @discardableResult
    private static func remove(where condition: SQL, in db: any SQLWriting) throws -> Int {
        try db.run(
            "INSERT INTO ended_invitations (user_id) SELECT user_id FROM invitations WHERE \(condition)")
        return try db.run("DELETE FROM invitations WHERE \(condition)").rowsChanged
    }

    /// Those that went and may have left a proof.
    static func ended(limit: Int, in db: any SQLReading) throws -> [UserID] {
        try db.values("SELECT user_id FROM ended_invitations ORDER BY user_id LIMIT \(limit)", as: UserID.self)
    }

    static func forget(_ ended: UserID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM ended_invitations WHERE user_id = \(ended)")
    }

    /// Those whose letter is to be written now, the oldest first.
    static func due(at now: Date, limit: Int, in db: any SQLReading) throws -> [InvitationRow] {
        try rows("letter_due_at <= \(now) ORDER BY letter_due_at, user_id LIMIT \(limit)", in: db)
    }

    /// - Parameter time: When the letter is to be written; nil once it was.
    static func setLetterDue(_ time: Date?, of id: UserID, in db: any SQLWriting) throws {
        try db.run("UPDATE invitations SET letter_due_at = \(time) WHERE user_id = \(id)")
    }

    private static func rows(_ condition: SQL, in db: any SQLReading) throws -> [InvitationRow] {
        try db.rows(
            """
            SELECT user_id, email, invited_at, expires_at, letter_due_at FROM invitations WHERE \(condition)
            """
        ) { row in
            let text: String = try row[1]
            guard let email = EmailAddress(kept: text) else {
                throw SQLError(.typeMismatch, "column email holds no address")
            }
            return InvitationRow(
                id: try row[0], email: email, invitedAt: try row[2], expiresAt: try row[3],
                hasLetter: try row[4, as: Date?.self] == nil)
        }
    }
}

/// Somebody who is invited.
package struct InvitationRow: Hashable, Sendable {
    /// The identifier that the account gets.
    package let id: UserID
    /// Where the letter goes; it is the account's address then.
    package let email: EmailAddress
    package let invitedAt: Date
    /// Until when it is good.
    package let expiresAt: Date
    /// Whether the letter is on its way.
    package let hasLetter: Bool
}
