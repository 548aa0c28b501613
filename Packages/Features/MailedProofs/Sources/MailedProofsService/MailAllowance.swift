import CoreModels
package import FoundationEssentials
package import SQLStoreAPI

/// Says how often a message may go to one address: whoever gets mail that they
/// didn't ask for must not be flooded with it.
///
/// Each kind of message has an allowance of its own, so that a stranger who
/// causes one doesn't keep the owner from getting the other.
package enum MailAllowance {
    /// The shortest time between two messages to one address.
    static let interval: TimeInterval = 60
    /// How many messages an address gets within an hour.
    static let hourly = 5

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

    /// Takes note of a message, if it may be sent now.
    ///
    /// What lies in the future was noted before the clock was set back and
    /// counts no more.
    ///
    /// - Returns: Whether it may.
    static func take(_ kind: String, for email: EmailAddress, at now: Date, in db: any SQLWriting) throws -> Bool {
        let sent = try db.rows(
            """
            SELECT sent_at FROM mailed_messages
            WHERE email = \(email.canonical) AND kind = \(kind)
                AND sent_at > \(now.addingTimeInterval(-hour)) AND sent_at <= \(now) ORDER BY sent_at
            """
        ) { row in try row[0, as: Date.self] }
        guard sent.count < hourly, sent.last.map({ now.timeIntervalSince($0) >= interval }) ?? true else {
            // Means nothing, yet is written to the disk: what takes the longest
            // takes as long as otherwise. SQLite writes no row that is as it was.
            try ProofTable.updateDecoy(kind, in: db)
            return false
        }
        try db.run(
            "INSERT INTO mailed_messages (email, kind, sent_at) VALUES (\(email.canonical), \(kind), \(now))")
        return true
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
