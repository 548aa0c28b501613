package import FoundationEssentials
package import SQLStoreAPI

/// The table of how far forwarders are.
package enum ForwarderMigrations {
    /// All of them, in order; what is released is never changed.
    package static let all = [
        Migration(
            "forwarders-0001",
            """
            CREATE TABLE forwarders (
                name TEXT PRIMARY KEY,
                position BIGINT NOT NULL,
                hash BLOB,
                pending BIGINT NOT NULL,
                passed_over BIGINT NOT NULL,
                forwarded_at BIGINT,
                failing_since BIGINT,
                failure TEXT
            );
            """)
    ]
}

/// How far a forwarder is.
package struct ForwarderRow: Sendable {
    /// Its name.
    package let name: String
    /// The place of the event that comes next.
    package let position: Int
    /// The hash of the event before that one; nil where none is before it.
    package let hash: Data?
    /// Before which place the events end that were handed over together and not noted yet, so
    /// that the same ones are after a start anew; as ``position`` where none were.
    package let pending: Int
    /// How many events it never got.
    package let passedOver: Int
    /// When the receiver last said that it had some; nil if it never did.
    package let forwardedAt: Date?
    /// Since when it fails; nil while it doesn't.
    package let failingSince: Date?
    /// Why it failed last; nil while it doesn't.
    package let failure: String?

    /// How far a forwarder is; nil if it isn't known.
    package static func find(_ name: String, in db: any SQLReading) throws -> ForwarderRow? {
        try db.first(
            """
            SELECT name, position, hash, pending, passed_over, forwarded_at, failing_since, failure
            FROM forwarders WHERE name = \(name)
            """
        ) { row in try ForwarderRow(row) }
    }

    /// All of them, by their names.
    package static func all(in db: any SQLReading) throws -> [ForwarderRow] {
        try db.rows(
            """
            SELECT name, position, hash, pending, passed_over, forwarded_at, failing_since, failure
            FROM forwarders ORDER BY name
            """
        ) { row in try ForwarderRow(row) }
    }

    /// Has a forwarder begin with what comes next, unless it has begun.
    static func begin(_ name: String, in db: any SQLWriting) throws {
        guard try find(name, in: db) == nil else { return }
        let position = try count(in: db), behind = try hash(at: position - 1, in: db)
        try db.run(
            """
            INSERT INTO forwarders (name, position, hash, pending, passed_over)
            VALUES (\(name), \(position), \(behind), \(position), 0)
            """)
    }

    /// How many events there are to be forwarded, or were.
    package static func count(in db: any SQLReading) throws -> Int {
        let last: Int? = try db.value("SELECT MAX(position) FROM audit_events", as: Int?.self) ?? nil
        return last.map { $0 + 1 } ?? 0
    }

    /// Whether the event before the next one is still the one that was.
    func isInTrail(of count: Int, in db: any SQLReading) throws -> Bool {
        try position == 0 || position <= count && Self.hash(at: position - 1, in: db) == hash
    }

    /// Takes note of what is about to be handed over.
    func propose(_ end: Int, in db: any SQLWriting) throws {
        guard end != pending else { return }
        try db.run("UPDATE forwarders SET pending = \(end) WHERE name = \(name) AND position = \(position)")
    }

    /// Takes note that the receiver has the events before a place.
    ///
    /// - Returns: Whether nobody else went on meanwhile.
    static func advance(
        _ name: String, over places: Range<Int>, hash: Data, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        try db.run(
            """
            UPDATE forwarders SET position = \(places.upperBound), hash = \(hash), pending = \(places.upperBound),
                forwarded_at = \(now), failing_since = NULL, failure = NULL
            WHERE name = \(name) AND position = \(places.lowerBound)
            """
        ).rowsChanged == 1
    }

    /// Goes on behind events that it never gets.
    ///
    /// - Parameter hash: That of the event before the place; nil if there is none.
    /// - Returns: Whether nobody else went on meanwhile.
    func passOver(before place: Int, hash: Data?, count: Int, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            UPDATE forwarders SET position = \(place), hash = \(hash), pending = \(place),
                passed_over = passed_over + \(count)
            WHERE name = \(name) AND position = \(position)
            """
        ).rowsChanged == 1
    }

    /// Takes note of a failure.
    static func fail(_ name: String, because reason: String, at now: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE forwarders SET failing_since = COALESCE(failing_since, \(now)), failure = \(reason)
            WHERE name = \(name) AND (failure IS NULL OR failure <> \(reason))
            """)
    }

    static func hash(at position: Int, in db: any SQLReading) throws -> Data? {
        try db.first("SELECT hash FROM audit_events WHERE position = \(position)") { row in
            try? row[0, as: Data.self]
        } ?? nil
    }

    private init(_ row: any SQLRow) throws {
        name = try row[0]
        position = try row[1]
        hash = try row[2]
        pending = try row[3]
        passedOver = try row[4]
        forwardedAt = try row[5]
        failingSince = try row[6]
        failure = try row[7]
    }
}
