package import CoreModels
package import CryptographyAPI
import FoundationEssentials
package import SQLStoreAPI
import SecurityMetricsServiceAPI

/// What the trail calls accounts: events can't be changed, and an account that is deleted has to
/// be forgotten.
///
/// A name is the hash of the account's identifier and of a salt that stands in one row beside
/// the identifier. Nobody gives the name to another account, since no other salt makes it; and
/// once the row is gone, nothing says whose the name was.
package struct AuditNames: Sendable {
    private let hashing: any Hashing
    private let random: any RandomSource

    package init(_ cryptography: Cryptography) {
        hashing = cryptography.hashing
        random = cryptography.random
    }

    /// The name of an account, which gets one if it has none.
    func name(of account: UserID, in db: any SQLWriting) throws -> String {
        if let name = try Self.known(of: account, in: db) { return name }
        let salt = try random.bytes(16), name = try name(of: account, salt)
        try db.run("INSERT INTO audit_names (user_id, salt, name) VALUES (\(account), \(salt), \(name))")
        return name
    }

    /// The name of an account; nil if it has none.
    package static func known(of account: UserID, in db: any SQLReading) throws -> String? {
        try db.value("SELECT name FROM audit_names WHERE user_id = \(account)", as: String.self)
    }

    /// The account that has a name; nil if none has, or not any more, or what stands there is none.
    package static func account(named name: String, in db: any SQLReading) throws -> UserID? {
        try db.first("SELECT user_id FROM audit_names WHERE name = \(name)") { row in
            try? row[0, as: UserID.self]
        } ?? nil
    }

    /// All names that accounts have.
    static func all(in db: any SQLReading) throws -> Set<String> {
        Set(try db.rows("SELECT name FROM audit_names") { row in try? row[0, as: String.self] }.compactMap { $0 })
    }

    /// A piece of the event that tells of an account's deletion.
    static let deletion = Data("\"kind\":\"\(AuditKind.deleted.name)\"".utf8)

    /// The name of the account in the bytes of an event, where it is the first member.
    static func name(in bytes: Data) -> String? {
        let beginning = Data("{\"account\":\"".utf8)
        guard bytes.starts(with: beginning) else { return nil }
        return String(validating: bytes.dropFirst(beginning.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    /// How many accounts stand beside a name that isn't theirs; rows that can't be read are among
    /// them.
    func countOfForeign(in db: any SQLReading) throws -> Int {
        try db.countOfRows("SELECT user_id, salt, name FROM audit_names") { row in try !isOwn(row) }
    }

    /// Removes names that aren't those of the accounts beside them.
    func removeForeign(in db: any SQLWriting) throws {
        let own = try db.rows("SELECT user_id, salt, name FROM audit_names") { row in
            try isOwn(row) ? try (row[0, as: UserID.self], row[1, as: Data.self], row[2, as: String.self]) : nil
        }.compactMap { $0 }
        try db.run("DELETE FROM audit_names")
        for (account, salt, name) in own {
            try db.run("INSERT INTO audit_names (user_id, salt, name) VALUES (\(account), \(salt), \(name))")
        }
    }

    private func isOwn(_ row: any SQLRow) throws -> Bool {
        guard let account = try? row[0, as: UserID.self], let salt = try? row[1, as: Data.self],
            let name = try? row[2, as: String.self]
        else { return false }
        return try name == self.name(of: account, salt)
    }

    /// Forgets whose the name of an account was, with what waits for its place.
    func forget(_ account: UserID, in db: any SQLWriting) throws {
        for event in try WaitingEvent.all(of: account, in: db) {
            try event.name(name(of: account, in: db), in: db)
        }
        try WaitingEvent.forget(account, in: db)
        try db.run("DELETE FROM audit_names WHERE user_id = \(account)")
    }

    /// Begins with a letter, so that no spreadsheet takes it for a number.
    private func name(of account: UserID, _ salt: Data) throws -> String {
        let hash = try hashing.sha256(salt + Data("\(account)".utf8))
        return hash.prefix(16).reduce(into: "p") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
