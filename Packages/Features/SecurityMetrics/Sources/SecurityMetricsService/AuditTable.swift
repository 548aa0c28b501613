import CoreModels
package import FoundationEssentials
package import SQLStoreAPI
package import SecurityMetricsContract

/// The tables of the audit trail.
package enum AuditMigrations {
    /// All of them, in order.
    package static let all = [
        // A request pays for each tree of pages that it changes: what it writes has one, and is
        // moved behind the others soon after.
        // The checks keep values of another type out, which SQLite takes into any column.
        Migration(
            "audit-0001",
            """
            CREATE TABLE audit_waiting (
                number INTEGER PRIMARY KEY,
                user_id TEXT CHECK (user_id = CAST(user_id AS TEXT)),
                event TEXT NOT NULL CHECK (event = CAST(event AS TEXT))
            );
            CREATE TABLE audit_events (
                position BIGINT PRIMARY KEY NOT NULL
                    CHECK (position >= 0 AND position = CAST(position AS BIGINT)),
                event TEXT CHECK (event = CAST(event AS TEXT)),
                hash BLOB NOT NULL CHECK (hash = CAST(hash AS BLOB) AND length(hash) = 32)
            );
            CREATE TABLE audit_heads (
                size BIGINT PRIMARY KEY NOT NULL CHECK (size >= 0 AND size = CAST(size AS BIGINT)),
                removed BIGINT NOT NULL CHECK (removed >= 0 AND removed = CAST(removed AS BIGINT)),
                signed_at TEXT NOT NULL CHECK (signed_at = CAST(signed_at AS TEXT)),
                root TEXT NOT NULL CHECK (root = CAST(root AS TEXT)),
                signed_by TEXT NOT NULL CHECK (signed_by = CAST(signed_by AS TEXT)),
                signature TEXT NOT NULL CHECK (signature = CAST(signature AS TEXT)),
                subtrees BLOB NOT NULL CHECK (subtrees = CAST(subtrees AS BLOB))
            );
            CREATE TABLE audit_names (
                user_id TEXT PRIMARY KEY NOT NULL CHECK (user_id = CAST(user_id AS TEXT)),
                salt BLOB NOT NULL CHECK (salt = CAST(salt AS BLOB)),
                name TEXT NOT NULL UNIQUE CHECK (name = CAST(name AS TEXT))
            );
            """,
            // Where columns keep their types, and numbers don't begin anew but outgrow 31 bits.
            elsewhere: """
                CREATE TABLE audit_waiting (
                    number BIGINT PRIMARY KEY,
                    user_id TEXT,
                    event TEXT NOT NULL
                );
                CREATE TABLE audit_events (
                    position BIGINT PRIMARY KEY CHECK (position >= 0),
                    event TEXT,
                    hash BLOB NOT NULL CHECK (length(hash) = 32)
                );
                CREATE TABLE audit_heads (
                    size BIGINT PRIMARY KEY CHECK (size >= 0),
                    removed BIGINT NOT NULL CHECK (removed >= 0),
                    signed_at TEXT NOT NULL,
                    root TEXT NOT NULL,
                    signed_by TEXT NOT NULL,
                    signature TEXT NOT NULL,
                    subtrees BLOB NOT NULL
                );
                CREATE TABLE audit_names (
                    user_id TEXT PRIMARY KEY,
                    salt BLOB NOT NULL,
                    name TEXT NOT NULL UNIQUE
                );
                """),
        Migration(
            "audit-0002",
            """
            CREATE TABLE audit_nodes (
                height INTEGER NOT NULL,
                position BIGINT NOT NULL,
                hash BLOB NOT NULL CHECK (length(hash) = 32),
                PRIMARY KEY (height, position)
            );
            """),
        EventMarks.migration,
    ]
}

/// An event that has a place in the tree.
package struct AuditRow: Sendable {
    /// Its place, from 0.
    package let position: Int
    /// Its bytes; nil once they were removed.
    package let bytes: Data?
    /// The hash of its bytes.
    package let hash: Data

    /// Its line; nil once it was removed, and for bytes that are none of an event.
    package var event: String? { bytes.flatMap(AuditRecord.line(of:)) }

    /// Adds an event at its place.
    static func insert(_ event: String, _ hash: Data, at position: Int, in db: any SQLWriting) throws {
        try db.run("INSERT INTO audit_events (position, event, hash) VALUES (\(position), \(event), \(hash))")
    }

    /// Visits the events in the order of the tree, but for rows that are none.
    ///
    /// - Parameter end: The place before which to stop; nil for none.
    package static func scanTree(
        from position: Int = 0, before end: Int? = nil, in db: any SQLReading,
        _ visit: (AuditRow) throws -> SQLScan
    ) throws {
        var query: SQL = "SELECT position, event, hash FROM audit_events WHERE position >= \(position)"
        if let end { query.append(" AND position < \(end)") }
        query.append(" ORDER BY position")
        try db.scan(query) { row in try AuditRow(row).map(visit) ?? .next }
    }

    /// Whether a row is an event.
    static func isEvent(_ row: any SQLRow) -> Bool { AuditRow(row) != nil }

    /// How many rows are no events.
    static func countOfUnreadable(in db: any SQLReading) throws -> Int {
        try db.countOfRows("SELECT position, event, hash FROM audit_events") { row in !isEvent(row) }
    }

    /// Visits those that still have their bytes, the latest first; those whose bytes have each
    /// of the pieces.
    package static func scanLatest(
        with pieces: [String], in db: any SQLReading, _ visit: (AuditRow) throws -> SQLScan
    ) throws {
        var query: SQL = "SELECT position, event, hash FROM audit_events WHERE event IS NOT NULL"
        for piece in pieces { query.append(" AND event LIKE \("%\(piece)%")") }
        query.append(" ORDER BY position DESC")
        try db.scan(query) { row in try AuditRow(row).map(visit) ?? .next }
    }

    /// - Returns: nil for what the server never writes: whoever can write the database keeps to
    ///   no types.
    private init?(_ row: any SQLRow) {
        guard let position = try? row[0, as: Int.self], position >= 0, let hash = try? row[2, as: Data.self],
            hash.count == 32, let stored = try? row.value(at: 1)
        else { return nil }
        (self.position, self.hash) = (position, hash)
        bytes = stored.bytes
    }
}

/// A signed head in its table, with what the tree goes on from.
package struct HeadRow: Sendable {
    package let head: TreeHead
    package let subtrees: Data

    /// - Throws: `typeMismatch` or `unexpectedNull` if the latest row is no head.
    package static func latest(in db: any SQLReading) throws -> HeadRow? {
        try db.first(
            """
            SELECT size, removed, root, signed_at, signed_by, signature, subtrees
            FROM audit_heads ORDER BY size DESC LIMIT 1
            """
        ) { row in try HeadRow(row) }
    }

    /// All of them, but for rows that are none.
    package static func all(in db: any SQLReading) throws -> [TreeHead] {
        try db.rows(
            "SELECT size, removed, root, signed_at, signed_by, signature, subtrees FROM audit_heads ORDER BY size"
        ) { row in try? HeadRow(row).head }.compactMap { $0 }
    }

    /// How many rows are no heads.
    static func countOfUnreadable(in db: any SQLReading) throws -> Int {
        try db.countOfRows(
            "SELECT size, removed, root, signed_at, signed_by, signature, subtrees FROM audit_heads"
        ) { row in (try? HeadRow(row)) == nil }
    }

    /// Keeps a head, in place of those of the same day: a day has one, besides the latest.
    static func insert(_ head: TreeHead, _ subtrees: Data, in db: any SQLWriting) throws {
        try db.run(
            "DELETE FROM audit_heads WHERE signed_at LIKE \("\(head.at.prefix(10))%") OR size = \(head.size)")
        try db.run(
            """
            INSERT INTO audit_heads (size, removed, signed_at, root, signed_by, signature, subtrees)
            VALUES (\(head.size), \(head.removed), \(head.at), \(head.root), \(head.key), \(head.signature),
                \(subtrees))
            """)
    }

    private init(_ row: any SQLRow) throws {
        head = TreeHead(
            size: try row[0], removed: try row[1], root: try row[2], at: try row[3], key: try row[4],
            signature: try row[5])
        subtrees = try row[6]
    }
}

extension SQLReading {
    /// How many rows are of some kind.
    func countOfRows(_ sql: SQL, where isCounted: (any SQLRow) throws -> Bool) throws -> Int {
        var count = 0
        try scan(sql) { row in
            if try isCounted(row) { count += 1 }
            return .next
        }
        return count
    }
}

extension SQLValue {
    /// What stands there, whatever type it has; nil for NULL.
    package var bytes: Data? {
        switch self {
        case .null: nil
        case .text(let text): Data(text.utf8)
        case .blob(let bytes): bytes
        case .integer(let number): Data("\(number)".utf8)
        case .real(let number): Data("\(number)".utf8)
        }
    }
}
