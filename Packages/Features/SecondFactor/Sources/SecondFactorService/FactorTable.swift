package import CoreModels
package import FoundationEssentials
package import SQLStoreAPI
import SessionsServiceAPI

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
            """),
        Migration(
            "second-factor-0002",
            """
            CREATE TABLE factor_losses (
                user_id TEXT PRIMARY KEY,
                ends_at BIGINT NOT NULL,
                remind_at BIGINT
            );
            CREATE INDEX factor_losses_ends_at ON factor_losses (ends_at);
            CREATE INDEX factor_losses_remind_at ON factor_losses (remind_at);
            """),
        // Of the codes that are there nobody knows whether they were made later than the
        // authenticator; few were.
        Migration(
            "second-factor-0003",
            """
            ALTER TABLE recovery_codes ADD COLUMN made_at BIGINT NOT NULL DEFAULT 0;
            ALTER TABLE recovery_codes ADD COLUMN replaced_at BIGINT;
            UPDATE recovery_codes SET made_at = COALESCE(
                (SELECT confirmed_at FROM authenticators WHERE authenticators.user_id = recovery_codes.user_id), 0);
            CREATE INDEX recovery_codes_replaced_at ON recovery_codes (replaced_at);
            """),
        Migration("second-factor-0004", "ALTER TABLE authenticators ADD COLUMN setup_tries BIGINT NOT NULL DEFAULT 0;"),
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

    /// A person's authenticator; nil for none, and for one that ended since it is lost.
    static func find(_ user: UserID, at now: Date, in db: any SQLReading) throws -> AuthenticatorRow? {
        guard try !LossRow.isOver(for: user, at: now, in: db) else { return nil }
        return try db.first(
            "SELECT sealed_secret, made_at, confirmed_at, latest_step FROM authenticators WHERE user_id = \(user)"
        ) { row in
            AuthenticatorRow(
                sealedSecret: try row[0], madeAt: try row[1], confirmedAt: try row[2], latestStep: try row[3])
        }
    }

    static func isInForce(for user: UserID, at now: Date, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM authenticators WHERE user_id = \(user) AND confirmed_at IS NOT NULL")
            && !LossRow.isOver(for: user, at: now, in: db)
    }

    /// How many are in force.
    static func countInForce(at now: Date, in db: any SQLReading) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM authenticators a WHERE a.confirmed_at IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM factor_losses l WHERE l.user_id = a.user_id AND l.ends_at <= \(now))
            """, as: Int.self) ?? 0
    }

    /// Begins to set one up, in place of one that never came into force.
    ///
    /// - Returns: Whether none is in force.
    static func begin(_ sealed: Data, of user: UserID, at now: Date, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            INSERT INTO authenticators (user_id, sealed_secret, made_at, latest_step) VALUES (\(user), \(sealed), \(now), \(0))
            ON CONFLICT (user_id) DO UPDATE
                SET sealed_secret = \(sealed), made_at = \(now), latest_step = \(0), setup_tries = \(0)
                WHERE authenticators.confirmed_at IS NULL
            """
        ).rowsChanged == 1
    }

    /// Puts one into force for an account that was just made.
    static func insertInForce(
        _ sealed: Data, of user: UserID, after step: Int64, at now: Date, in db: any SQLWriting
    ) throws {
        try db.run(
            """
            INSERT INTO authenticators (user_id, sealed_secret, made_at, confirmed_at, latest_step)
            VALUES (\(user), \(sealed), \(now), \(now), \(step))
            """)
    }

    /// Takes one of so many tries to confirm the one that is set up with this secret.
    ///
    /// - Returns: Whether there was one left.
    static func takeTry(of tries: Int, _ sealed: Data, of user: UserID, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            UPDATE authenticators SET setup_tries = setup_tries + 1
            WHERE user_id = \(user) AND sealed_secret = \(sealed) AND confirmed_at IS NULL AND setup_tries < \(tries)
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

    /// Removes one that never came into force.
    static func removeSetup(of user: UserID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM authenticators WHERE user_id = \(user) AND confirmed_at IS NULL")
    }

    /// Removes it, with the recovery codes and what is known of their loss.
    static func remove(of user: UserID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM authenticators WHERE user_id = \(user)")
        try db.run("DELETE FROM recovery_codes WHERE user_id = \(user)")
        try LossRow.remove(of: user, in: db)
    }
}

/// Ends factors for operators.
package enum FactorLosses {
    /// Ends a person's factor at once: it counts no more, and the server takes it away
    /// and tells the person at its next round, or as soon as somebody logs in.
    ///
    /// - Returns: Whether one was in force.
    package static func end(of user: UserID, at now: Date, in db: any SQLWriting) throws -> Bool {
        guard try AuthenticatorRow.isInForce(for: user, at: now, in: db) else { return false }
        try LossRow.remove(of: user, in: db)
        try LossRow.insert(user, until: now, remindingAt: nil, in: db)
        return true
    }
}

extension OperatorActFollowing {
    /// An operator knows whose an address is, and not who turned a factor on before.
    static let secondFactor = OperatorActFollowing(SecondFactorMigrations.all) { act, user, now, db in
        guard act == .tookAddressAsProved else { return 0 }
        try AuthenticatorRow.removeSetup(of: user, in: db)
        _ = try FactorLosses.end(of: user, at: now, in: db)
        return 0
    }
}

/// Factors that their persons have lost.
enum LossRow {
    /// Whether a person's factor ended since it is lost.
    static func isOver(for user: UserID, at now: Date, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM factor_losses WHERE user_id = \(user) AND ends_at <= \(now)")
    }

    /// When a person's factor ends; nil if it isn't lost.
    static func end(for user: UserID, in db: any SQLReading) throws -> Date? {
        try db.value("SELECT ends_at FROM factor_losses WHERE user_id = \(user)", as: Date.self)
    }

    static func insert(_ user: UserID, until end: Date, remindingAt reminder: Date?, in db: any SQLWriting) throws {
        try db.run("INSERT INTO factor_losses (user_id, ends_at, remind_at) VALUES (\(user), \(end), \(reminder))")
    }

    /// Takes a loss back.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    static func remove(of user: UserID, in db: any SQLWriting) throws -> Bool {
        try db.run("DELETE FROM factor_losses WHERE user_id = \(user)").rowsChanged == 1
    }

    /// Some of those whose factors ended.
    static func over(at now: Date, in db: any SQLReading) throws -> [UserID] {
        try db.values("SELECT user_id FROM factor_losses WHERE ends_at <= \(now) LIMIT 100", as: UserID.self)
    }

    /// Some of those who are to be reminded, which they are once.
    static func takeReminders(at now: Date, in db: any SQLWriting) throws -> [(user: UserID, end: Date)] {
        let found = try db.rows(
            "SELECT user_id, ends_at FROM factor_losses WHERE remind_at <= \(now) LIMIT 100"
        ) { row in (user: try row[0, as: UserID.self], end: try row[1, as: Date.self]) }
        for (user, _) in found {
            try db.run("UPDATE factor_losses SET remind_at = NULL WHERE user_id = \(user)")
        }
        return found
    }
}
