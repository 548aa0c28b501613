import CoreModels
import FeedServiceAPI
import FoundationEssentials
import SQLStoreAPI

/// Hides and shows pictures in the database.
struct ImageModeration: ImageModerating {
    let database: any SQLDatabase
    let now: @Sendable () -> Date

    func hide(_ id: ImageID) async throws -> Bool {
        let time = now()
        return try await database.write { writer in
            try writer.run(
                "UPDATE images SET hidden_at = COALESCE(hidden_at, \(time)) WHERE id = \(id)"
            ).rowsChanged > 0
        }
    }

    func show(_ id: ImageID) async throws -> Bool {
        try await database.write { writer in
            try writer.run("UPDATE images SET hidden_at = NULL WHERE id = \(id)").rowsChanged > 0
        }
    }

    func pictures() async throws -> [ImageID] {
        try await database.read { reader in
            try reader.rows("SELECT id FROM images ORDER BY position DESC") { try $0[0] }
        }
    }

    func hiddenImages() async throws -> [HiddenImage] {
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
