import CoreModels
import FoundationEssentials
package import SQLStoreAPI

/// The proofs that were mailed last, one of each kind for an account.
package enum ProofTable {
    /// All tables of mailed proofs, in order.
    package static let migrations = [proofs, MailAllowance.migration, MailAllowance.askers]

    private static let proofs = Migration(
        "mailed-proofs-0001",
        """
        CREATE TABLE mailed_proofs (
            kind TEXT NOT NULL,
            user_id TEXT NOT NULL,
            email TEXT NOT NULL,
            code_digest BLOB NOT NULL,
            link_digest BLOB,
            created_at BIGINT NOT NULL,
            attempts INTEGER NOT NULL,
            used INTEGER NOT NULL,
            PRIMARY KEY (kind, user_id)
        );
        CREATE UNIQUE INDEX mailed_proofs_link ON mailed_proofs (link_digest);
        """)

    /// A proof as it stands in its table.
    struct Row {
        let kind: String
        let user: UserID
        let email: String
        let codeDigest: Data
        var state: ProofState

        /// Whether it proves nothing, whatever is presented.
        var isDecoy: Bool { user == ProofTable.decoy }
    }

    /// The digests of what is sent.
    struct Digests {
        let code: Data
        let link: Data
    }

    static func replace(
        _ kind: String, of user: UserID, at email: EmailAddress, _ digests: Digests, at now: Date,
        in db: any SQLWriting
    ) throws {
        try db.run(
            """
            INSERT INTO mailed_proofs (kind, user_id, email, code_digest, link_digest, created_at, attempts, used)
            VALUES (\(kind), \(user), \(email.description), \(digests.code), \(digests.link), \(now), 0, \(false))
            ON CONFLICT (kind, user_id) DO UPDATE SET email = excluded.email, code_digest = excluded.code_digest,
                link_digest = excluded.link_digest, created_at = excluded.created_at, attempts = 0,
                used = excluded.used
            """)
    }

    /// The proof of an account, or a decoy where there is none: a try for which
    /// there is no proof reads, compares and writes as much as one for which
    /// there is (D2).
    static func findOrDecoy(_ kind: String, of user: UserID, in db: any SQLWriting) throws -> Row {
        if let row = try first(
            "kind = \(kind) AND user_id IN (\(user), \(decoy)) ORDER BY user_id = \(decoy) LIMIT 1", in: db)
        {
            return row
        }
        try updateDecoy(kind, in: db)
        return Row(
            kind: kind, user: decoy, email: "", codeDigest: noDigest,
            state: ProofState(createdAt: longAgo, attempts: 0, isUsed: true))
    }

    /// Writes what means nothing: whatever is refused takes as long as what is
    /// done.
    static func updateDecoy(_ kind: String, in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO mailed_proofs (kind, user_id, email, code_digest, created_at, attempts, used)
            VALUES (\(kind), \(decoy), '', \(noDigest), \(longAgo), 0, \(true))
            ON CONFLICT (kind, user_id) DO UPDATE SET attempts = mailed_proofs.attempts + 1
            """)
    }

    /// Nobody has the nil UUID (RFC 9562, section 5.9).
    private static let decoy = UserID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    private static let noDigest = Data(count: 32)
    private static let longAgo = Date(timeIntervalSince1970: 0)

    static func find(linkDigest: Data, in db: any SQLReading) throws -> Row? {
        try first("link_digest = \(linkDigest)", in: db)
    }

    static func update(_ row: Row, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE mailed_proofs SET attempts = \(row.state.attempts), used = \(row.state.isUsed)
            WHERE kind = \(row.kind) AND user_id = \(row.user)
            """)
    }

    /// What was used stays, so that opening it again tells so.
    static func removeUnused(_ kind: String, of user: UserID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM mailed_proofs WHERE kind = \(kind) AND user_id = \(user) AND used = \(false)")
    }

    private static func first(_ condition: SQL, in db: any SQLReading) throws -> Row? {
        try db.first(
            """
            SELECT kind, user_id, email, code_digest, created_at, attempts, used FROM mailed_proofs
            WHERE \(condition)
            """
        ) { row in
            Row(
                kind: try row["kind"], user: try row["user_id"], email: try row["email"],
                codeDigest: try row["code_digest"],
                state: ProofState(
                    createdAt: try row["created_at"], attempts: try row["attempts"], isUsed: try row["used"]))
        }
    }
}
