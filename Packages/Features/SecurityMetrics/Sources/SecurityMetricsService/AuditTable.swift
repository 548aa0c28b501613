import CoreModels
package import FoundationEssentials
package import SQLStoreAPI

/// The tables of the audit trail.
package enum AuditMigrations {
    /// All of them, in order.
    package static let all = [
        // A request pays for each tree of pages that it changes: what it writes has one, and is
        // moved behind the others soon after.
        Migration(
            "audit-0001",
            """
            CREATE TABLE audit_waiting (
                number INTEGER PRIMARY KEY,
                user_id TEXT,
                event TEXT NOT NULL
            );
            CREATE TABLE audit_events (
                position BIGINT PRIMARY KEY,
                event TEXT,
                hash BLOB NOT NULL
            );
            CREATE TABLE audit_heads (
                size BIGINT PRIMARY KEY,
                removed BIGINT NOT NULL,
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
            """)
    ]
}

/// An event that has a place in the tree.
package struct AuditRow: Sendable {
    /// Its place, from 0.
    package let position: Int
    /// Its bytes; nil once they were removed.
    package let event: String?
    /// The hash of its bytes.
    package let hash: Data

    /// Adds an event at its place.
    static func insert(_ event: String, _ hash: Data, at position: Int, in db: any SQLWriting) throws {
        try db.run("INSERT INTO audit_events (position, event, hash) VALUES (\(position), \(event), \(hash))")
    }

    /// Visits the events in the order of the tree.
    package static func scanTree(
        from position: Int = 0, in db: any SQLReading, _ visit: (AuditRow) throws -> SQLScan
    ) throws {
        try db.scan(
            "SELECT position, event, hash FROM audit_events WHERE position >= \(position) ORDER BY position"
        ) { row in try visit(AuditRow(row)) }
    }

    /// Visits those that still have their bytes, the latest first; those whose bytes have each
    /// of the pieces.
    package static func scanLatest(
        with pieces: [String], in db: any SQLReading, _ visit: (AuditRow) throws -> SQLScan
    ) throws {
        var query: SQL = "SELECT position, event, hash FROM audit_events WHERE event IS NOT NULL"
        for piece in pieces { query.append(" AND event LIKE \("%\(piece)%")") }
        query.append(" ORDER BY position DESC")
        try db.scan(query) { row in try visit(AuditRow(row)) }
    }

    private init(_ row: any SQLRow) throws {
        (position, event, hash) = (try row[0], try row[1], try row[2])
    }
}

/// A signed head in its table, with what the tree goes on from.
package struct HeadRow: Sendable {
    package let head: TreeHead
    package let subtrees: Data

    package static func latest(in db: any SQLReading) throws -> HeadRow? {
        try db.first(
            """
            SELECT size, removed, root, signed_at, signed_by, signature, subtrees
            FROM audit_heads ORDER BY size DESC LIMIT 1
            """
        ) { row in try HeadRow(row) }
    }

    package static func all(in db: any SQLReading) throws -> [TreeHead] {
        try db.rows(
            "SELECT size, removed, root, signed_at, signed_by, signature, subtrees FROM audit_heads ORDER BY size"
        ) { row in try HeadRow(row).head }
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
