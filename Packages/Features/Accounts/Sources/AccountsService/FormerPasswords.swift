import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI

/// The passwords that accounts had lately, as hashes: whoever gets an account back from
/// somebody who knew one of them shall not choose it again.
enum FormerPasswords {
    /// How many are looked at: each costs as much as a login.
    ///
    /// Whoever replaces the password again and again doesn't push the oldest out, which
    /// the owner may choose.
    private static let limit = 5

    static func insert(_ hash: PasswordHash, of id: UserID, replacedAt now: Date, in db: any SQLWriting) throws {
        try db.run(
            "INSERT INTO former_passwords (user_id, password_hash, replaced_at) VALUES (\(id), \(hash.encoded), \(now))"
        )
    }

    static func oldest(of id: UserID, replacedSince time: Date, in db: any SQLReading) throws -> [PasswordHash] {
        try db.values(
            """
            SELECT password_hash FROM former_passwords WHERE user_id = \(id) AND replaced_at >= \(time)
            ORDER BY replaced_at LIMIT \(limit)
            """, as: String.self
        ).map { PasswordHash(encoded: $0) }
    }

    static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("former-passwords", every: .seconds(3_600)) { db in
            let end = now().addingTimeInterval(-(AccountDirectory.formerPasswords / .seconds(1)))
            try db.run("DELETE FROM former_passwords WHERE replaced_at <= \(end)")
        }
    }
}
