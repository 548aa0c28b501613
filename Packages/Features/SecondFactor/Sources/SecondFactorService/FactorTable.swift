import CoreModels
import FoundationEssentials
package import SQLStoreAPI

/// The tables of second factors.
package enum SecondFactorMigrations {
    /// All of them, in order.
    package static let all = [
        Migration(
            "second-factor-0001",
            """
            CREATE TABLE authenticators (
                user_id TEXT PRIMARY KEY,
                sealed_secret BLOB NOT NULL,
                made_at BIGINT NOT NULL,
                confirmed_at BIGINT,
                latest_step BIGINT NOT NULL
            );
            CREATE TABLE recovery_codes (
                digest BLOB PRIMARY KEY,
                user_id TEXT NOT NULL,
                used_at BIGINT
            );
            CREATE INDEX recovery_codes_user ON recovery_codes (user_id);
            """)
    ]
}

/// An authenticator as it stands in its table.
struct AuthenticatorRow: Sendable {
    let sealedSecret: Data
    let madeAt: Date
    /// When it came into force; nil while it is being set up.
    let confirmedAt: Date?
    /// The latest step whose code was used.
    let latestStep: Int64

    static func find(_ user: UserID, in db: any SQLReading) throws -> AuthenticatorRow? {
        try db.first(
            "SELECT sealed_secret, made_at, confirmed_at, latest_step FROM authenticators WHERE user_id = \(user)"
        ) { row in
            AuthenticatorRow(
                sealedSecret: try row[0], madeAt: try row[1], confirmedAt: try row[2], latestStep: try row[3])
        }
    }

    static func isInForce(for user: UserID, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM authenticators WHERE user_id = \(user) AND confirmed_at IS NOT NULL")
    }

    /// Begins to set one up, in place of one that never came into force.
    ///
    /// - Returns: Whether none is in force.
    static func begin(_ sealed: Data, of user: UserID, at now: Date, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            INSERT INTO authenticators (user_id, sealed_secret, made_at, latest_step) VALUES (\(user), \(sealed), \(now), \(0))
            ON CONFLICT (user_id) DO UPDATE SET sealed_secret = \(sealed), made_at = \(now), latest_step = \(0)
                WHERE authenticators.confirmed_at IS NULL
            """
        ).rowsChanged == 1
    }

    /// Puts the one into force that is set up with this secret.
    ///
    /// - Returns: Whether it wasn't yet, and is still the one.
    static func confirm(
        _ sealed: Data, of user: UserID, using step: Int64, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        try db.run(
            """
            UPDATE authenticators SET confirmed_at = \(now), latest_step = \(step)
            WHERE user_id = \(user) AND sealed_secret = \(sealed) AND confirmed_at IS NULL
            """
        ).rowsChanged == 1
    }

    /// Uses the code of a step up, and those before it.
    ///
    /// - Returns: Whether nobody used it, or a later one.
    static func use(_ step: Int64, of user: UserID, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            UPDATE authenticators SET latest_step = \(step)
            WHERE user_id = \(user) AND confirmed_at IS NOT NULL AND latest_step < \(step)
            """
        ).rowsChanged == 1
    }

    /// Removes it, with the recovery codes.
    ///
    /// - Returns: Whether one was in force.
    static func remove(of user: UserID, in db: any SQLWriting) throws -> Bool {
        let wasInForce = try isInForce(for: user, in: db)
        try db.run("DELETE FROM authenticators WHERE user_id = \(user)")
        try db.run("DELETE FROM recovery_codes WHERE user_id = \(user)")
        return wasInForce
    }
}

/// The recovery codes of a person, as digests.
enum RecoveryCodeRow {
    /// Replaces all codes of a person.
    static func replace(of user: UserID, with digests: [Data], in db: any SQLWriting) throws {
        try db.run("DELETE FROM recovery_codes WHERE user_id = \(user)")
        for digest in digests {
            try db.run("INSERT INTO recovery_codes (digest, user_id) VALUES (\(digest), \(user))")
        }
    }

    static func isUnused(_ digest: Data, of user: UserID, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM recovery_codes WHERE digest = \(digest) AND user_id = \(user) AND used_at IS NULL")
    }

    /// Uses a code up.
    ///
    /// - Returns: Whether nobody did before.
    static func use(_ digest: Data, of user: UserID, at now: Date, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            UPDATE recovery_codes SET used_at = \(now)
            WHERE digest = \(digest) AND user_id = \(user) AND used_at IS NULL
            """
        ).rowsChanged == 1
    }

    static func left(of user: UserID, in db: any SQLReading) throws -> Int {
        try db.value(
            "SELECT count(*) FROM recovery_codes WHERE user_id = \(user) AND used_at IS NULL", as: Int.self) ?? 0
    }
}
