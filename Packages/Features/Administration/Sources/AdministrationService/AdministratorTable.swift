package import CoreModels
package import CryptographyAPI
package import FoundationEssentials
package import SQLStoreAPI

/// The tables of administrators and invitations.
package enum AdministrationMigrations {
    /// All of them, in order; what is released is never changed.
    package static let all = [
        Migration(
            "administration-0001",
            """
            CREATE TABLE administrators (
                user_id TEXT PRIMARY KEY,
                since BIGINT NOT NULL
            );
            CREATE TABLE administrator_invitations (
                digest BLOB PRIMARY KEY,
                expires_at BIGINT NOT NULL
            );
            """)
    ]
}

/// Who is an administrator: nobody but those who have a row.
package struct AdministratorRow: Hashable, Sendable {
    package let user: UserID
    /// Since when.
    package let since: Date

    package static func find(_ user: UserID, in db: any SQLReading) throws -> AdministratorRow? {
        try db.first("SELECT user_id, since FROM administrators WHERE user_id = \(user)", read)
    }

    /// All, the first one first.
    package static func all(in db: any SQLReading) throws -> [AdministratorRow] {
        try db.rows("SELECT user_id, since FROM administrators ORDER BY since, user_id", read)
    }

    /// - Returns: Whether they weren't one before.
    static func insert(_ user: UserID, since now: Date, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            INSERT INTO administrators (user_id, since) VALUES (\(user), \(now)) ON CONFLICT (user_id) DO NOTHING
            """
        ).rowsChanged == 1
    }

    /// - Returns: Whether they were one.
    package static func remove(_ user: UserID, in db: any SQLWriting) throws -> Bool {
        try db.run("DELETE FROM administrators WHERE user_id = \(user)").rowsChanged == 1
    }

    private static func read(_ row: any SQLRow) throws -> AdministratorRow {
        AdministratorRow(user: try row[0], since: try row[1])
    }
}

/// Invitations to become an administrator.
///
/// The table has the digest of what opens each, so whoever
/// reads the database can use none.
package struct Invitations: Sendable {
    /// For how long one is good.
    package static let lifetime: TimeInterval = 86_400
    /// How many random bytes make one (ASVS 5.0, 7.2.3: at least 128 bits).
    private static let length = 32

    private let cryptography: Cryptography

    package init(_ cryptography: Cryptography) {
        self.cryptography = cryptography
    }

    /// Makes one, and forgets those that are too old.
    ///
    /// - Returns: What opens it, to be shown once.
    package func make(at now: Date, in db: any SQLWriting) throws -> String {
        let token = try cryptography.random.text(byteCount: Self.length)
        try db.run("DELETE FROM administrator_invitations WHERE expires_at <= \(now)")
        try db.run(
            """
            INSERT INTO administrator_invitations (digest, expires_at)
            VALUES (\(try digest(of: token)), \(now.addingTimeInterval(Self.lifetime)))
            """)
        return token
    }

    /// Uses one up.
    ///
    /// - Returns: Whether it was good.
    func use(_ token: String, at now: Date, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            DELETE FROM administrator_invitations WHERE digest = \(try digest(of: token)) AND expires_at > \(now)
            """
        ).rowsChanged == 1
    }

    /// Until when those are good that nobody used, the first to end first.
    package static func open(at now: Date, in db: any SQLReading) throws -> [Date] {
        try db.values(
            "SELECT expires_at FROM administrator_invitations WHERE expires_at > \(now) ORDER BY expires_at",
            as: Date.self)
    }

    /// Takes back those that nobody used.
    ///
    /// - Returns: How many they were.
    package static func withdraw(at now: Date, in db: any SQLWriting) throws -> Int {
        let count = try open(at: now, in: db).count
        try db.run("DELETE FROM administrator_invitations")
        return count
    }

    private func digest(of token: String) throws -> Data { try cryptography.hashing.sha256(Data(token.utf8)) }
}
