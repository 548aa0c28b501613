import CoreModels
package import FoundationEssentials
package import SQLStoreAPI
import ScreensHostingAPI

/// Keeps what is written in browsers, each sealed under a key that only the browser
/// and the server can make together.
struct BrowserDrafts: DraftKeeping {
    let database: any SQLDatabase
    let seal: BrowserSeal
    let now: @Sendable () -> Date

    func keep(_ draft: String) async throws -> Secret? {
        guard draft.utf8.count <= DraftLimits.bytes else { return nil }
        let token = try await seal.makeToken(), now = now()
        let sealed = try seal.seal(Secret(draft), for: token)
        try await database.write { db in
            try DraftTable.insert(token.id, sealed, at: now, in: db)
            try DraftTable.removeOldest(beyond: DraftLimits.count, in: db)
        }
        return token.secret
    }

    func draft(of token: Secret) async throws -> String? {
        guard let token = try await seal.read(token) else { return nil }
        let oldest = now().addingTimeInterval(-DraftLimits.lifetime)
        let sealed = try await database.read { db in try DraftTable.sealed(token.id, since: oldest, in: db) }
        return try sealed.flatMap { try seal.secret(in: $0, of: token).withText { $0 } }
    }

    func forget(_ token: Secret) async throws {
        guard let token = try await seal.read(token) else { return }
        try await database.write { db in try DraftTable.delete(token.id, in: db) }
    }
}

/// The table of drafts.
package enum DraftTable {
    package static let drafts = Migration(
        "browsers-0002",
        """
        CREATE TABLE browser_drafts (
            id BLOB PRIMARY KEY,
            sealed BLOB NOT NULL,
            kept_at BIGINT NOT NULL
        );
        CREATE INDEX browser_drafts_kept_at ON browser_drafts (kept_at);
        """)

    static func sealed(_ id: Data, since oldest: Date, in db: any SQLReading) throws -> Data? {
        try db.value("SELECT sealed FROM browser_drafts WHERE id = \(id) AND kept_at > \(oldest)", as: Data.self)
    }

    static func insert(_ id: Data, _ sealed: Data, at now: Date, in db: any SQLWriting) throws {
        try db.run("INSERT INTO browser_drafts (id, sealed, kept_at) VALUES (\(id), \(sealed), \(now))")
    }

    static func delete(_ id: Data, in db: any SQLWriting) throws {
        try db.run("DELETE FROM browser_drafts WHERE id = \(id)")
    }

    static func removeOldest(beyond count: Int, in db: any SQLWriting) throws {
        try db.run(
            """
            DELETE FROM browser_drafts WHERE id IN (
                SELECT id FROM browser_drafts ORDER BY kept_at DESC LIMIT 100 OFFSET \(count)
            )
            """)
    }

    package static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("browser-drafts", every: .seconds(3_600)) { db in
            // What comes from later than now was kept while the clock was wrong, and would stay for as long.
            let now = now(), oldest = now.addingTimeInterval(-DraftLimits.lifetime)
            let latest = now.addingTimeInterval(DraftLimits.lifetime)
            try db.run("DELETE FROM browser_drafts WHERE kept_at <= \(oldest) OR kept_at > \(latest)")
        }
    }
}
