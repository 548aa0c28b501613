package import FoundationEssentials
package import SQLStoreAPI
import ScreensHostingAPI

/// The table of drafts.
///
/// Who owns one, and whose room it takes, stand there by marks that tell nothing
/// without the server's keys.
package enum DraftTable {
    package static let migrations = [
        Migration(
            "browsers-0002",
            """
            CREATE TABLE browser_drafts (
                id BLOB PRIMARY KEY,
                sealed BLOB NOT NULL,
                kept_at BIGINT NOT NULL
            );
            CREATE INDEX browser_drafts_kept_at ON browser_drafts (kept_at);
            """),
        // Before there were several a browser had one, without a name.
        Migration(
            "browsers-0003",
            """
            ALTER TABLE browser_drafts ADD COLUMN browser BLOB;
            ALTER TABLE browser_drafts ADD COLUMN owner BLOB;
            ALTER TABLE browser_drafts ADD COLUMN keeper BLOB;
            ALTER TABLE browser_drafts ADD COLUMN is_persons INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE browser_drafts ADD COLUMN room INTEGER NOT NULL DEFAULT 0;
            UPDATE browser_drafts SET browser = id;
            CREATE INDEX browser_drafts_browser ON browser_drafts (browser);
            CREATE INDEX browser_drafts_keeper ON browser_drafts (keeper, room);
            CREATE INDEX browser_drafts_room ON browser_drafts (is_persons, room);
            """),
    ]

    struct Row: Sendable {
        let id: Data
        let browser: Data
        let owner: Data?
        let keeper: Data
        let isPersons: Bool
        let sealed: Data
        let keptAt: Date

        /// How much room it takes; what is short takes some as well.
        var room: Int { max(sealed.count, 1_024) }
    }

    /// How much room one person or network has, all strangers, and all people, in bytes.
    private static let one = 256 * 1_024, strangers = 16 * 1_024 * 1_024, people = 64 * 1_024 * 1_024

    static func hasRoom(for row: Row, in db: any SQLWriting) throws -> Bool {
        let here: Int? = try db.value(
            "SELECT COUNT(*) FROM browser_drafts WHERE browser = \(row.browser) AND id <> \(row.id)")
        // What others left at the browser is in nobody's way.
        let written: Int? = try db.value(
            """
            SELECT COUNT(*) FROM browser_drafts
            WHERE browser = \(row.browser) AND owner IS NOT DISTINCT FROM \(row.owner) AND id <> \(row.id)
            """)
        let own: Int? = try db.value(
            "SELECT COALESCE(SUM(room), 0) FROM browser_drafts WHERE keeper = \(row.keeper) AND id <> \(row.id)")
        let all: Int? = try db.value(
            "SELECT COALESCE(SUM(room), 0) FROM browser_drafts WHERE is_persons = \(row.isPersons ? 1 : 0)")
        return (written ?? 0) < DraftLimits.count && (here ?? 0) < DraftLimits.browserCount
            && (own ?? 0) + row.room <= one && (all ?? 0) + row.room <= (row.isPersons ? people : strangers)
    }

    /// Writes a row, in place of one of the same owner.
    ///
    /// - Returns: Whether it could be written.
    static func put(_ row: Row, in db: any SQLWriting) throws -> Bool {
        try delete([row.id], of: row.owner, in: db)
        guard try !db.exists("SELECT 1 FROM browser_drafts WHERE id = \(row.id)") else { return false }
        try db.run(
            """
            INSERT INTO browser_drafts (id, browser, owner, keeper, is_persons, room, sealed, kept_at)
            VALUES (\(row.id), \(row.browser), \(row.owner), \(row.keeper), \(row.isPersons ? 1 : 0), \(row.room),
                \(row.sealed), \(row.keptAt))
            """)
        return true
    }

    /// What somebody finds, and what nobody owns, the last one first.
    static func sealed(
        of owner: Data, at browser: Data, since oldest: Date, in db: any SQLReading
    ) throws -> [(id: Data, sealed: Data)] {
        try db.rows(
            """
            SELECT id, sealed FROM browser_drafts
            WHERE browser = \(browser) AND (owner = \(owner) OR owner IS NULL) AND kept_at > \(oldest)
            ORDER BY kept_at DESC, id
            """
        ) { row in (id: try row[0, as: Data.self], sealed: try row[1, as: Data.self]) }
    }

    static func isThere(at browser: Data, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM browser_drafts WHERE browser = \(browser)")
    }

    static func claim(at browser: Data, for owner: Data, in db: any SQLWriting) throws {
        try db.run("UPDATE browser_drafts SET owner = \(owner) WHERE browser = \(browser) AND owner IS NULL")
    }

    /// Deletes what somebody finds, and what nobody owns.
    static func delete(_ ids: [Data], of owner: Data?, in db: any SQLWriting) throws {
        for id in ids {
            try db.run("DELETE FROM browser_drafts WHERE id = \(id) AND (owner = \(owner) OR owner IS NULL)")
        }
    }

    static func removeOld(at now: Date, in db: any SQLWriting) throws {
        // What comes from later than now was kept while the clock was wrong, and would stay for as long.
        let oldest = now.addingTimeInterval(-DraftLimits.lifetime),
            latest = now.addingTimeInterval(DraftLimits.lifetime)
        try db.run("DELETE FROM browser_drafts WHERE kept_at <= \(oldest) OR kept_at > \(latest)")
    }

    package static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("browser-drafts", every: .seconds(3_600)) { db in try removeOld(at: now(), in: db) }
    }
}
