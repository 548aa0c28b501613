import CoreModels
import FoundationEssentials
import LoginServiceAPI
import SQLStoreAPI

/// The recovery codes of a person, as digests.
///
/// Those that others took the place of are kept for a while: who gets an account back
/// from somebody who made others has only those.
enum RecoveryCodeRow {
    /// How long codes have to have been good to be kept behind others: however often
    /// somebody makes others, no more than one set a day is.
    private static let shortest: TimeInterval = 86_400

    /// The condition of codes that are good now, or were at a moment.
    private static func good(asOf moment: Date?) -> SQL {
        guard let moment else { return "replaced_at IS NULL" }
        return "made_at < \(moment) AND (replaced_at IS NULL OR replaced_at >= \(moment))"
    }

    /// Replaces all codes of a person.
    static func replace(of user: UserID, with digests: [Data], at now: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            DELETE FROM recovery_codes WHERE user_id = \(user) AND replaced_at IS NULL
                AND (used_at IS NOT NULL OR made_at > \(now.addingTimeInterval(-shortest)))
            """)
        try db.run("UPDATE recovery_codes SET replaced_at = \(now) WHERE user_id = \(user) AND replaced_at IS NULL")
        for digest in digests {
            try db.run("INSERT INTO recovery_codes (digest, user_id, made_at) VALUES (\(digest), \(user), \(now))")
        }
    }

    /// Makes the codes good again that were at a moment; what came later is void.
    static func putBack(of user: UserID, asOf moment: Date, in db: any SQLWriting) throws {
        try db.run("DELETE FROM recovery_codes WHERE user_id = \(user) AND made_at >= \(moment)")
        try db.run(
            "UPDATE recovery_codes SET replaced_at = NULL WHERE user_id = \(user) AND replaced_at >= \(moment)")
    }

    /// - Parameter moment: When it has to have been good; nil for the present.
    static func isUnused(_ digest: Data, of user: UserID, asOf moment: Date?, in db: any SQLReading) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM recovery_codes
            WHERE digest = \(digest) AND user_id = \(user) AND used_at IS NULL AND \(good(asOf: moment))
            """)
    }

    /// Uses a code up.
    ///
    /// - Parameter moment: When it has to have been good; nil for the present.
    /// - Returns: Whether nobody did before.
    static func use(
        _ digest: Data, of user: UserID, asOf moment: Date?, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        try db.run(
            """
            UPDATE recovery_codes SET used_at = \(now)
            WHERE digest = \(digest) AND user_id = \(user) AND used_at IS NULL AND \(good(asOf: moment))
            """
        ).rowsChanged == 1
    }

    /// How many are good.
    static func left(of user: UserID, in db: any SQLReading) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM recovery_codes
            WHERE user_id = \(user) AND used_at IS NULL AND \(good(asOf: nil))
            """, as: Int.self) ?? 0
    }

    /// Forgets codes that were good so long ago that nobody asks for them.
    static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("recovery-codes", every: .seconds(3_600)) { db in
            let end = now().addingTimeInterval(-(FactorDesk.formerCodes / .seconds(1)))
            try db.run("DELETE FROM recovery_codes WHERE replaced_at <= \(end)")
        }
    }
}
