import CommentsServiceAPI
import CoreModels
import FoundationEssentials
import SQLStoreAPI

/// The comments in the database.
struct CommentStore: CommentPublishing {
    struct Record: Sendable {
        let id: CommentID
        let authorID: UserID
        let message: String
        let createdAt: Date
    }

    let database: any SQLDatabase

    func comments(on image: ImageID) async throws -> [Record] {
        try await database.read { reader in
            try reader.rows(
                """
                SELECT id, author_id, message, created_at FROM comments
                WHERE image_id = \(image) ORDER BY position
                """
            ) { row in
                Record(
                    id: try row["id"], authorID: try row["author_id"], message: try row["message"],
                    createdAt: try row["created_at"])
            }
        }
    }

    func publish(
        _ id: CommentID, message: String, on image: ImageID, by author: UserID, at createdAt: Date
    ) async throws {
        try await database.write { writer in
            try writer.run(
                """
                INSERT INTO comments (position, id, image_id, author_id, message, created_at)
                VALUES ((SELECT COALESCE(MAX(position), 0) + 1 FROM comments), \(id), \(image), \(author),
                    \(message), \(createdAt))
                ON CONFLICT (id) DO NOTHING
                """)
        }
    }
}
