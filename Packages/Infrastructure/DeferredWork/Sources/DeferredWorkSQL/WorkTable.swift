import FoundationEssentials
package import SQLStoreAPI

/// The work that is still to be done, in the server's database.
package enum WorkTable {
    /// Its table.
    package static let migration = Migration(
        "deferred-work-0001",
        """
        CREATE TABLE deferred_work (
            id TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            sealed_details BLOB NOT NULL,
            created_at BIGINT NOT NULL
        );
        CREATE INDEX deferred_work_created_at ON deferred_work (created_at, id);
        """)

    /// A piece of work.
    struct Row: Sendable {
        let id: UUID
        let kind: String
        let sealedDetails: Data
        let createdAt: Date
    }

    static func insert(_ row: Row, in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO deferred_work (id, kind, sealed_details, created_at)
            VALUES (\(row.id), \(row.kind), \(row.sealedDetails), \(row.createdAt))
            """)
    }

    /// The oldest piece of work after another one.
    static func next(after last: Row?, in db: any SQLReading) throws -> Row? {
        let condition: SQL = last.map { "WHERE (created_at, id) > (\($0.createdAt), \($0.id))" } ?? ""
        return try db.first(
            """
            SELECT id, kind, sealed_details, created_at FROM deferred_work \(condition)
            ORDER BY created_at, id LIMIT 1
            """
        ) { row in
            Row(
                id: try row["id"], kind: try row["kind"], sealedDetails: try row["sealed_details"],
                createdAt: try row["created_at"])
        }
    }

    static func remove(_ id: UUID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM deferred_work WHERE id = \(id)")
    }
}
