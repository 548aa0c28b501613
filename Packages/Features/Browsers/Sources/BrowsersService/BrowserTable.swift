package import FoundationEssentials
package import SQLStoreAPI

/// What is kept for browsers, each sealed under a key that only the browser and
/// the server can make together.
package enum BrowserTable {
    /// All migrations, in order.
    package static let migrations = [browsers] + DraftTable.migrations

    private static let browsers = Migration(
        "browsers-0001",
        """
        CREATE TABLE browsers (
            id BLOB PRIMARY KEY,
            sealed BLOB NOT NULL,
            seen_at BIGINT NOT NULL
        );
        CREATE INDEX browsers_seen_at ON browsers (seen_at);
        """)

    /// For how long a browser is kept to which nobody comes back: whoever is signed
    /// in has their session renewed much sooner.
    private static let lifetime = 90.0 * 86_400

    static func sealed(_ id: Data, in db: any SQLReading) throws -> Data? {
        try db.value("SELECT sealed FROM browsers WHERE id = \(id)", as: Data.self)
    }

    static func insert(_ id: Data, _ sealed: Data, at now: Date, in db: any SQLWriting) throws {
        try db.run("INSERT INTO browsers (id, sealed, seen_at) VALUES (\(id), \(sealed), \(now))")
    }

    static func update(_ id: Data, _ sealed: Data, at now: Date, in db: any SQLWriting) throws {
        try db.run("UPDATE browsers SET sealed = \(sealed), seen_at = \(now) WHERE id = \(id)")
    }

    static func delete(_ id: Data, in db: any SQLWriting) throws {
        try db.run("DELETE FROM browsers WHERE id = \(id)")
    }

    package static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("browsers", every: .seconds(3_600)) { db in
            try db.run("DELETE FROM browsers WHERE seen_at < \(now().addingTimeInterval(-lifetime))")
        }
    }
}
