import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI

/// An account as it stands in its table.
struct AccountRow: Sendable {
    let user: User
    /// Nil for an account without a password.
    let passwordHash: PasswordHash?
    /// How another program made the hash, as ``ForeignDerivation`` is written; nil for one of this server.
    let foreignDerivation: String?
    /// How often the password was replaced.
    let passwordReplacements: Int
    /// How the address was compared before D24; nil for one of ASCII, and for
    /// those that came later.
    private let formerCanonical: String?

    /// How the address was compared when it was given to the account.
    private let canonical: String

    /// The address with the forms by which it finds the account.
    var address: AccountAddress { AccountAddress(kept: user.email, canonical: canonical, former: formerCanonical) }

    /// Whether it is the account with that address.
    func has(_ email: EmailAddress) -> Bool {
        user.email == email || formerCanonical == email.formerCanonical
    }

    private static let columns: SQL = """
        id, name, email, verified_at, created_at, password_hash, password_replacements, former_canonical_email,
        canonical_email, foreign_derivation
        """

    private static func read(_ row: any SQLRow) throws -> AccountRow {
        let text: String = try row[2]
        guard let email = EmailAddress(kept: text) else {
            throw SQLError(.typeMismatch, "column email holds no address")
        }
        return AccountRow(
            user: User(
                id: try row[0], name: try row[1], email: email, isVerified: try row[3, as: Date?.self] != nil,
                createdAt: try row[4]),
            passwordHash: try row[5, as: String?.self].map { PasswordHash(encoded: $0) },
            foreignDerivation: try row[9], passwordReplacements: try row[6], formerCanonical: try row[7],
            canonical: try row[8])
    }

    static func find(_ id: UserID, in db: any SQLReading) throws -> AccountRow? {
        try db.first("SELECT \(columns) FROM accounts WHERE id = \(id)", read)
    }

    static func find(_ email: EmailAddress, in db: any SQLReading) throws -> AccountRow? {
        try first(columns, email, in: db, read)
    }

    static func identifier(_ email: EmailAddress, in db: any SQLReading) throws -> UserID? {
        try first("id", email, in: db) { row in try row[0] }
    }

    static func passwordReplacements(of id: UserID, in db: any SQLReading) throws -> Int? {
        try db.first("SELECT password_replacements FROM accounts WHERE id = \(id)") { row in try row[0] }
    }

    private static func first<Value>(
        _ columns: SQL, _ email: EmailAddress, in db: any SQLReading, _ read: (any SQLRow) throws -> Value
    ) throws -> Value? {
        // Of two accounts with one address the one with this spelling.
        try db.first("SELECT \(columns) FROM accounts WHERE former_canonical_email = \(email.formerCanonical)", read)
            ?? db.first("SELECT \(columns) FROM accounts WHERE canonical_email = \(email.canonical)", read)
    }

    /// - Parameter derivation: How another program made the hash; nil for one of this server.
    static func insert(
        _ user: User, passwordHash: PasswordHash?, by derivation: ForeignDerivation? = nil, in db: any SQLWriting
    ) throws {
        try db.run(
            """
            INSERT INTO accounts (
                id, name, email, canonical_email, password_hash, foreign_derivation, created_at
            )
            VALUES (\(user.id), \(user.name), \(user.email.description), \(user.email.canonical),
                \(passwordHash?.encoded), \(derivation?.description), \(user.createdAt))
            """)
    }

    /// Replaces a hash, unless the password was changed meanwhile.
    static func replace(
        _ old: PasswordHash, with new: PasswordHash, of id: UserID, in db: any SQLWriting
    ) throws {
        try db.run(
            """
            UPDATE accounts SET password_hash = \(new.encoded), foreign_derivation = NULL
            WHERE id = \(id) AND password_hash = \(old.encoded)
            """)
    }

    static func setPasswordHash(_ hash: PasswordHash, of id: UserID, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE accounts SET password_hash = \(hash.encoded), foreign_derivation = NULL,
                password_replacements = password_replacements + 1
            WHERE id = \(id)
            """)
    }

    static func rename(_ id: UserID, to name: PersonName, in db: any SQLWriting) throws {
        try db.run("UPDATE accounts SET name = \(name.text) WHERE id = \(id)")
    }

    /// Whether nobody else is found by an address.
    static func isFree(_ address: AccountAddress, for id: UserID, in db: any SQLReading) throws -> Bool {
        if let other = try identifier(address.email, in: db), other != id { return false }
        return try !db.exists(
            """
            SELECT 1 FROM accounts WHERE id <> \(id)
                AND (canonical_email = \(address.canonical) OR former_canonical_email = \(address.former))
            """)
    }

    static func setAddress(_ address: AccountAddress, of id: UserID, provedAt now: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE accounts SET email = \(address.email.description), canonical_email = \(address.canonical),
                former_canonical_email = \(address.former), verified_at = \(now)
            WHERE id = \(id)
            """)
    }

    static func markVerified(_ id: UserID, at now: Date, in db: any SQLWriting) throws {
        try db.run("UPDATE accounts SET verified_at = \(now) WHERE id = \(id)")
    }
}
