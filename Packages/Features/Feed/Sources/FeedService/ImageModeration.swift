package import CoreModels
package import FeedServiceAPI
package import FoundationEssentials
package import SQLStoreAPI

/// Hides and shows pictures in the database.
package struct ImageModeration: ImageModerating {
    private let database: any SQLDatabase
    private let now: @Sendable () -> Date

    package init(database: any SQLDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    package func hide(_ id: ImageID) async throws -> Bool {
        let time = now()
        return try await database.write { writer in
            try writer.run(
                "UPDATE images SET hidden_at = COALESCE(hidden_at, \(time)) WHERE id = \(id)"
            ).rowsChanged > 0
        }
    }

    package func show(_ id: ImageID) async throws -> Bool {
        try await database.write { writer in
            try writer.run("UPDATE images SET hidden_at = NULL WHERE id = \(id)").rowsChanged > 0
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
