import CoreModels
package import FoundationEssentials
package import SQLStoreAPI

/// Says how often a message may go to one address: whoever gets mail that they
/// didn't ask for must not be flooded with it.
///
/// Each kind of message has an allowance of its own, so that a stranger who
/// causes one doesn't keep the owner from getting the other. Where accounts may
/// name any address, so has each of them, so that a stranger who names it doesn't
/// keep its reader from it; what all of them cause together has an end, and the
/// last of it is for those who had nothing lately.
package enum MailAllowance {
    /// The shortest time between two messages to one address.
    static let interval: TimeInterval = 60
    /// How many messages an address gets within an hour, of one account where
    /// accounts ask.
    static let hourly = 5
    /// How many it gets of all accounts, before there are only first ones.
    static let hourlyOfAll = 10
    /// How many it gets of all accounts with the first ones.
    static let hourlyWithFirst = 20

    private static let hour: TimeInterval = 3_600

    static let migration = Migration(
        "mailed-proofs-0002",
        """
        CREATE TABLE mailed_messages (
            email TEXT NOT NULL,
            kind TEXT NOT NULL,
            sent_at BIGINT NOT NULL
        );
        CREATE INDEX mailed_messages_email ON mailed_messages (email, kind, sent_at);
        CREATE INDEX mailed_messages_sent_at ON mailed_messages (sent_at);
        """)

    static let askers = Migration(
        "mailed-proofs-0003", "ALTER TABLE mailed_messages ADD COLUMN asker TEXT;")

    /// Takes note of a message, if it may be sent now.
    ///
    /// What lies in the future was noted before the clock was set back and
    /// counts no more.
    ///
    /// - Returns: Whether it may.
    static func take(
        _ kind: String, for email: EmailAddress, askedBy asker: UserID?, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        let sent = try db.rows(
            """
            SELECT asker, sent_at FROM mailed_messages
            WHERE email = \(email.canonical) AND kind = \(kind)
                AND sent_at > \(now.addingTimeInterval(-hour)) AND sent_at <= \(now) ORDER BY sent_at
            """
        ) { row in (asker: try row[0, as: UserID?.self], time: try row[1, as: Date.self]) }
        guard isAllowed(sent, asker, at: now) else {
            // Means nothing, yet is written to the disk: what takes the longest
            // takes as long as otherwise. SQLite writes no row that is as it was.
            try ProofTable.updateDecoy(kind, in: db)
            return false
        }
        try db.run(
            """
            INSERT INTO mailed_messages (email, kind, sent_at, asker)
            VALUES (\(email.canonical), \(kind), \(now), \(asker))
            """)
        return true
    }

    /// - Parameter sent: What went there within the hour, in order.
    private static func isAllowed(_ sent: [(asker: UserID?, time: Date)], _ asker: UserID?, at now: Date) -> Bool {
        let own = sent.filter { $0.asker == asker }
        guard let last = own.last else { return sent.count < hourlyWithFirst }
        return own.count < hourly && sent.count < hourlyOfAll && now.timeIntervalSince(last.time) >= interval
    }

    /// Forgets what counts no more: what is older than an hour, and what lies
    /// ahead by more than clocks differ, before its time comes.
    package static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("mailed-proofs", every: .seconds(60)) { db in
            let now = now()
            try db.run(
                """
                DELETE FROM mailed_messages
                WHERE sent_at <= \(now.addingTimeInterval(-hour)) OR sent_at > \(now.addingTimeInterval(interval))
                """)
        }
    }
}
