import CoreModels
import FoundationEssentials
import PasskeysContract
package import SQLStoreAPI

/// The tables of passkeys.
package enum PasskeysMigrations {
    /// All of them, in order; what is released is never changed.
    package static let all = [
        Migration(
            "passkeys-0001",
            """
            CREATE TABLE passkeys (
                id TEXT PRIMARY KEY,
                user_id TEXT NOT NULL,
                credential_id BLOB NOT NULL UNIQUE,
                user_handle BLOB NOT NULL,
                public_key BLOB NOT NULL,
                counter BIGINT NOT NULL,
                can_be_backed_up INTEGER NOT NULL,
                is_backed_up INTEGER NOT NULL,
                transports TEXT NOT NULL,
                name TEXT NOT NULL,
                made_at BIGINT NOT NULL,
                used_at BIGINT,
                copy_seen_at BIGINT
            );
            CREATE INDEX passkeys_user_id ON passkeys (user_id);
            CREATE TABLE passkey_challenges (
                id BLOB PRIMARY KEY,
                ends_at BIGINT NOT NULL
            );
            CREATE INDEX passkey_challenges_ends_at ON passkey_challenges (ends_at);
            """),
        // Nobody's: what is read for identifiers that nobody has. Its key is ``COSEKey/decoy``.
        Migration(
            "passkeys-0002",
            """
            INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, can_be_backed_up,
                is_backed_up, transports, name, made_at)
            VALUES ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000',
                x'0000000000000000000000000000000000000000000000000000000000000000',
                x'0000000000000000000000000000000000000000000000000000000000000000',
                x'A50102032620012158206B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296\
            2258204FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5',
                0, 0, 0, 'internal', 'Passkey', 0);
            """,
            elsewhere: """
                INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, can_be_backed_up,
                    is_backed_up, transports, name, made_at)
                VALUES ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000',
                    DECODE('0000000000000000000000000000000000000000000000000000000000000000', 'hex'),
                    DECODE('0000000000000000000000000000000000000000000000000000000000000000', 'hex'),
                    DECODE('A50102032620012158206B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296\
                2258204FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5', 'hex'),
                    0, 0, 0, 'internal', 'Passkey', 0);
                """),
    ]
}

/// A passkey as it stands in its table (WebAuthn level 3, section 4, "credential
/// record").
struct PasskeyRow: Sendable {
    let id: PasskeyID
    let userID: UserID
    let credentialID: Data
    /// By what authenticators know the person.
    let userHandle: Data
    let publicKey: Data
    let counter: Int64
    let canBeBackedUp: Bool
    let isBackedUp: Bool
    /// How browsers reach the authenticator, in their words.
    let transports: [String]
    let name: String
    let madeAt: Date
    let usedAt: Date?
    /// When something answered that looks like an older copy of it: since then it lets
    /// nobody in.
    let copySeenAt: Date?

    private static let columns: SQL = """
        id, user_id, credential_id, user_handle, public_key, counter, can_be_backed_up, is_backed_up, transports,
            name, made_at, used_at, copy_seen_at
        """

    private static func read(_ row: any SQLRow) throws -> PasskeyRow {
        PasskeyRow(
            id: try row[0], userID: try row[1], credentialID: try row[2], userHandle: try row[3],
            publicKey: try row[4], counter: try row[5], canBeBackedUp: try row[6], isBackedUp: try row[7],
            transports: try row[8, as: String.self].split(separator: " ").map(String.init), name: try row[9],
            madeAt: try row[10], usedAt: try row[11], copySeenAt: try row[12])
    }

    static func find(credential id: Data, in db: any SQLReading) throws -> PasskeyRow? {
        try db.first("SELECT \(columns) FROM passkeys WHERE credential_id = \(id)", read)
    }

    /// The passkey with an identifier; where nobody has one, the decoy.
    ///
    /// Both take as many steps in the same tables and are read alike, so that the time of
    /// an answer doesn't tell which it was (D2).
    static func findOrDecoy(credential id: Data, in db: any SQLReading) throws -> PasskeyRow? {
        try db.first(
            """
            SELECT \(columns) FROM passkeys WHERE credential_id = COALESCE(
                (SELECT credential_id FROM passkeys WHERE credential_id = \(id)), \(decoy))
            """, read)
    }

    private static let decoy = Data(count: 32)

    /// Whether it is nobody's.
    var isDecoy: Bool { credentialID == Self.decoy }

    static func find(_ id: PasskeyID, of user: UserID, in db: any SQLReading) throws -> PasskeyRow? {
        try db.first("SELECT \(columns) FROM passkeys WHERE id = \(id) AND user_id = \(user)", read)
    }

    static func all(of user: UserID, in db: any SQLReading) throws -> [PasskeyRow] {
        try db.rows("SELECT \(columns) FROM passkeys WHERE user_id = \(user) ORDER BY made_at, id", read)
    }

    func insert(in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO passkeys (\(Self.columns))
            VALUES (\(id), \(userID), \(credentialID), \(userHandle), \(publicKey), \(counter), \(canBeBackedUp),
                \(isBackedUp), \(transports.joined(separator: " ")), \(name), \(madeAt), \(usedAt), \(copySeenAt))
            """)
    }

    static func rename(_ id: PasskeyID, to name: String, in db: any SQLWriting) throws {
        try db.run("UPDATE passkeys SET name = \(name) WHERE id = \(id)")
    }

    static func delete(_ id: PasskeyID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM passkeys WHERE id = \(id)")
    }

    /// Deletes those of a person that were made from a moment on.
    ///
    /// - Returns: Whether there were any.
    static func delete(of user: UserID, madeSince moment: Date, in db: any SQLWriting) throws -> Bool {
        try db.run("DELETE FROM passkeys WHERE user_id = \(user) AND made_at >= \(moment)").rowsChanged > 0
    }

    /// Whether an answer with that counter may be the passkey's own, and none of a copy
    /// (section 6.1.1).
    ///
    /// After one that can't, none may: who has a copy would only have to go on counting.
    func isOwn(counter next: Int64) -> Bool {
        copySeenAt == nil && (next > counter || (next == 0 && counter == 0))
    }

    /// Notes an answer.
    ///
    /// - Returns: Whether the passkey is there still, and nothing answered since.
    static func use(
        _ id: PasskeyID, counter: Int64, isBackedUp: Bool, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        try db.run(
            """
            UPDATE passkeys SET counter = \(counter), is_backed_up = \(isBackedUp), used_at = \(now)
            WHERE id = \(id) AND copy_seen_at IS NULL AND (counter < \(counter) OR (counter = 0 AND \(counter) = 0))
            """
        ).rowsChanged == 1
    }

    static func noteCopy(of id: PasskeyID, at now: Date, in db: any SQLWriting) throws {
        try db.run("UPDATE passkeys SET copy_seen_at = \(now) WHERE id = \(id) AND copy_seen_at IS NULL")
    }
}
