import CommentsServiceAPI
import CoreModels
import FeedServiceAPI
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
                """, Self.record)
        }
    }

    func publish(
        _ id: CommentID, message: String, on image: ImageID, by author: UserID, at createdAt: Date
    ) async throws {
        _ = try await add(Record(id: id, authorID: author, message: message, createdAt: createdAt), to: image) { _ in
            true
        }
    }

    /// Adds a comment, unless there is one of that identifier.
    ///
    /// - Parameter condition: Is asked in the transaction that adds it.
    /// - Returns: The comment as it is stored; nil if the condition doesn't hold.
    func add(
        _ comment: Record, to image: ImageID, if condition: @Sendable (any SQLWriting) throws -> Bool
    ) async throws -> Record? {
        try await database.write { writer in
            guard try condition(writer) else { return nil }
            try writer.run(
                """
                INSERT INTO comments (position, id, image_id, author_id, message, created_at)
                VALUES ((SELECT COALESCE(MAX(position), 0) + 1 FROM comments), \(comment.id), \(image),
                    \(comment.authorID), \(comment.message), \(comment.createdAt))
                ON CONFLICT (id) DO NOTHING
                """)
            return try writer.first(
                "SELECT id, author_id, message, created_at FROM comments WHERE id = \(comment.id)", Self.record)
                ?? comment
        }
    }

    /// What became of a comment that somebody wanted to delete.
    enum Deletion: Sendable {
        case deleted
        case none
        case ofSomebodyElse
    }

    /// Deletes a comment, if it is the person's own.
    func delete(_ comment: CommentID, on image: ImageID, by person: UserID) async throws -> Deletion {
        try await database.write { writer in
            let author: UserID? = try writer.value(
                "SELECT author_id FROM comments WHERE id = \(comment) AND image_id = \(image)")
            guard let author else { return .none }
            guard author == person else { return .ofSomebodyElse }
            try writer.run("DELETE FROM comments WHERE id = \(comment)")
            return .deleted
        }
    }

    private static func record(_ row: any SQLRow) throws -> Record {
        Record(
            id: try row["id"], authorID: try row["author_id"], message: try row["message"],
            createdAt: try row["created_at"])
    }
}

extension CommentStore: ImageDeletionObserving {
    /// Whatever was said about a picture goes with it.
    func recordDeletion(of image: ImageID, in transaction: any SQLWriting) throws {
        try transaction.run("DELETE FROM comments WHERE image_id = \(image)")
    }
}
