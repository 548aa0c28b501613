import CoreModels
import FoundationEssentials
import SQLStoreAPI

/// Says how often a message may go to one address: whoever gets mail that they
/// didn't ask for must not be flooded with it.
enum MailAllowance {
    /// What a message is for.
    ///
    /// Each kind has an allowance of its own, so that a
    /// stranger who causes one doesn't keep the owner from getting the other.
    enum Kind: String {
        case code, warning
        /// Nothing is sent, and the same work is done.
        case decoy
    }

    /// The shortest time between two messages to one address.
    static let interval: TimeInterval = 60
    /// How many messages an address gets within an hour.
    static let hourly = 5

    private static let hour: TimeInterval = 3_600

    static let migration = Migration(
        "account-verification-0002",
        """
        CREATE TABLE verification_mails (
            email TEXT NOT NULL,
            kind TEXT NOT NULL,
            sent_at BIGINT NOT NULL
        );
        CREATE INDEX verification_mails_email ON verification_mails (email, kind, sent_at);
        CREATE INDEX verification_mails_sent_at ON verification_mails (sent_at);
        """)

    /// Takes note of a message, if it may be sent now.
    ///
    /// What lies in the future was noted before the clock was set back and
    /// counts no more.
    ///
    /// - Returns: Whether it may.
    static func take(_ kind: Kind, for email: EmailAddress, at now: Date, in db: any SQLWriting) throws -> Bool {
        let oldest = now.addingTimeInterval(-hour)
        try db.run("DELETE FROM verification_mails WHERE sent_at <= \(oldest) OR sent_at > \(now)")
        let sent = try db.rows(
            """
            SELECT sent_at FROM verification_mails
            WHERE email = \(email.canonical) AND kind = \(kind.rawValue) ORDER BY sent_at
            """
        ) { row in try row[0, as: Date.self] }
        guard sent.count < hourly, sent.last.map({ now.timeIntervalSince($0) >= interval }) ?? true else {
            // Changes nothing, yet has to be written to the disk: what takes
            // the longest takes as long as otherwise.
            try db.run(
                """
                UPDATE verification_mails SET sent_at = sent_at
                WHERE email = \(email.canonical) AND kind = \(kind.rawValue)
                """)
            return false
        }
        try db.run(
            "INSERT INTO verification_mails (email, kind, sent_at) VALUES (\(email.canonical), \(kind.rawValue), \(now))"
        )
        return true
    }
}
