import AccountsServiceAPI
import CoreModels
import FoundationEssentials
package import SQLStoreAPI

/// The changes of addresses that can be undone, and those that could be lately.
package enum AddressChangeTable {
    /// All tables, in order.
    package static let migrations = [
        Migration(
            "address-change-0001",
            """
            CREATE TABLE address_changes (
                link_digest BLOB PRIMARY KEY,
                user_id TEXT NOT NULL,
                position BIGINT NOT NULL,
                email TEXT NOT NULL,
                canonical_email TEXT NOT NULL,
                former_canonical_email TEXT,
                changed_at BIGINT NOT NULL,
                is_over INTEGER NOT NULL
            );
            CREATE UNIQUE INDEX address_changes_user ON address_changes (user_id, position);
            CREATE INDEX address_changes_canonical ON address_changes (canonical_email);
            CREATE INDEX address_changes_changed_at ON address_changes (changed_at);
            """)
    ]

    /// For how long a change can be undone.
    static let lifetime: TimeInterval = 7 * 86_400

    /// For how many seconds a change may be ahead of whoever looks at it.
    private static let overtaking: TimeInterval = 60

    /// A change as it stands in its table.
    struct Row: Sendable {
        let user: UserID
        /// Which of the account's changes it is: later ones have larger numbers.
        let position: Int
        /// The address of before.
        let address: AccountAddress
        let changedAt: Date
        /// Whether it was undone, with an older one or by itself.
        let isOver: Bool

        /// What tells it from all others, for counters and logs.
        var name: String { "\(user) \(position)" }

        /// When its link counts no more.
        var end: Date { changedAt.addingTimeInterval(lifetime) }

        /// Since when what was done with the account may be somebody else's doing: who takes
        /// one prepares it before they change the address.
        var contestedSince: Date { changedAt.addingTimeInterval(-lifetime) }

        /// What of it counts.
        func state(at now: Date) -> State {
            if isOver { return .used }
            let age = now.timeIntervalSince(changedAt)
            return age < lifetime && age > -overtaking ? .open : .expired
        }
    }

    /// What can be done about a change.
    enum State: Sendable {
        case open, expired, used
    }

    private static let columns: SQL =
        "user_id, position, email, canonical_email, former_canonical_email, changed_at, is_over"

    private static func read(_ row: any SQLRow) throws -> Row {
        guard let email = EmailAddress(kept: try row[2, as: String.self]) else {
            throw SQLError(.typeMismatch, "column email holds no address")
        }
        return Row(
            user: try row[0], position: try row[1],
            address: AccountAddress(kept: email, canonical: try row[3], former: try row[4]), changedAt: try row[5],
            isOver: try row[6])
    }

    /// Takes note of a change that can be undone.
    static func insert(
        _ address: AccountAddress, of user: UserID, linkDigest: Data, at now: Date, in db: any SQLWriting
    ) throws {
        let last: Int? = try db.value(
            "SELECT COALESCE(MAX(position), 0) FROM address_changes WHERE user_id = \(user)")
        try db.run(
            """
            INSERT INTO address_changes
                (link_digest, user_id, position, email, canonical_email, former_canonical_email, changed_at, is_over)
            VALUES (\(linkDigest), \(user), \((last ?? 0) + 1), \(address.email.description), \(address.canonical),
                \(address.former), \(now), \(false))
            """)
    }

    static func find(linkDigest: Data, in db: any SQLReading) throws -> Row? {
        try db.first("SELECT \(columns) FROM address_changes WHERE link_digest = \(linkDigest)", read)
    }

    /// The oldest change of an account that can be undone; there is one at most, but for
    /// those of earlier versions.
    static func open(of user: UserID, at now: Date, in db: any SQLReading) throws -> Row? {
        try db.first(
            """
            SELECT \(columns) FROM address_changes WHERE user_id = \(user) AND \(isOpen(at: now))
            ORDER BY position LIMIT 1
            """, read)
    }

    /// Ends all changes of an account.
    static func end(of user: UserID, in db: any SQLWriting) throws {
        try db.run("UPDATE address_changes SET is_over = \(true) WHERE user_id = \(user)")
    }

    /// For whom an address is kept.
    static func keeper(of address: AccountAddress, at now: Date, in db: any SQLReading) throws -> UserID? {
        try db.first(
            """
            SELECT user_id FROM address_changes
            WHERE canonical_email = \(address.canonical) AND \(isOpen(at: now)) LIMIT 1
            """
        ) { row in try row[0] }
    }

    private static func isOpen(at now: Date) -> SQL {
        """
        is_over = \(false) AND changed_at > \(now.addingTimeInterval(-lifetime))
            AND changed_at < \(now.addingTimeInterval(overtaking))
        """
    }

    /// Forgets what is so old that nobody opens its link any more.
    static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("address-changes", every: .seconds(3_600)) { db in
            try db.run("DELETE FROM address_changes WHERE changed_at <= \(now().addingTimeInterval(-4 * lifetime))")
        }
    }
}

/// Keeps an address for the account that may get it back.
struct KeptAddresses: AddressKeeping {
    var migrations: [Migration] { AddressChangeTable.migrations }

    func keeper(of address: AccountAddress, at now: Date, in transaction: any SQLReading) throws -> UserID? {
        try AddressChangeTable.keeper(of: address, at: now, in: transaction)
    }

    func keptAddress(for id: UserID, at now: Date, in transaction: any SQLReading) throws -> KeptAddress? {
        try AddressChangeTable.open(of: id, at: now, in: transaction).map {
            KeptAddress($0.address.email, until: $0.end)
        }
    }
}
