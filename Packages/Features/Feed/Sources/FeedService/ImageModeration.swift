package import CoreModels
package import FeedServiceAPI
package import FoundationEssentials
package import SQLStoreAPI

/// Hides and shows pictures in the database.
package struct ImageModeration: ImageModerating {
    private let database: any SQLDatabase
    private let now: @Sendable () -> Date
    private let record: Recording

    /// Hears in its transaction of the picture of somebody that wasn't hidden before and is now,
    /// or the other way round.
    package typealias Recording = @Sendable (ImageID, UserID, Bool, any SQLWriting) throws -> Void

    package init(
        database: any SQLDatabase, now: @escaping @Sendable () -> Date,
        record: @escaping Recording = { _, _, _, _ in }
    ) {
        self.database = database
        self.now = now
        self.record = record
    }

    package func hide(_ id: ImageID) async throws -> Bool {
        let time = now()
        return try await change(
            id, isHidden: true, "UPDATE images SET hidden_at = COALESCE(hidden_at, \(time)) WHERE id = \(id)")
    }

    package func show(_ id: ImageID) async throws -> Bool {
        try await change(id, isHidden: false, "UPDATE images SET hidden_at = NULL, hidden_by = NULL WHERE id = \(id)")
    }

    private func change(_ id: ImageID, isHidden: Bool, _ update: SQL) async throws -> Bool {
        try await database.write { db in
            let found = try db.first("SELECT author_id, hidden_at FROM images WHERE id = \(id)") { row in
                (author: try row[0, as: UserID.self], wasHidden: try row[1, as: Date?.self] != nil)
            }
            guard let found else { return false }
            try db.run(update)
            if found.wasHidden != isHidden { try record(id, found.author, isHidden, db) }
            return true
        }
    }

    package func pictures() async throws -> [ImageID] {
        try await database.read { reader in
            try reader.rows("SELECT id FROM images ORDER BY position DESC") { try $0[0] }
        }
    }

    package func hiddenImages() async throws -> [HiddenImage] {
        try await database.read { reader in
            try reader.rows(
                """
                SELECT id, description, author_id, hidden_at FROM images
                WHERE hidden_at IS NOT NULL ORDER BY hidden_at DESC, position DESC LIMIT 1000
                """
            ) { row in
                HiddenImage(
                    id: try row["id"], description: try row["description"], author: try row["author_id"],
                    hiddenAt: try row["hidden_at"])
            }
        }
    }
}
