import AccountsServiceAPI
import CommentsServiceAPI
import CoreModels
import FeedServiceAPI
import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI

/// The comments in the database.
struct CommentStore: CommentPublishing {
    struct Record: Sendable {
        let id: CommentID
        let authorID: UserID
        let message: String
        let createdAt: Date
    }

    /// Comments one after the other.
    struct Page: Sendable {
        var records: [Record] = []
        /// Whether others follow.
        var hasMore = false
    }

    let database: any SQLDatabase

    /// How much text a page holds before it ends early, in bytes: the longest
    /// comments must not make an answer a hundred times as large as usual ones.
    private static let pageBytes = 48 * 1024
    /// What a comment takes on the wire beside its text, about.
    private static let frameBytes = 256

    /// The comments after `cursor`, the oldest first; nil if the cursor is no
    /// comment on the picture and was none: who reads goes on from one that has
    /// been deleted.
    func page(on image: ImageID, after cursor: CommentID?, limit: Int) async throws -> Page? {
        try await database.read { reader in
            var start: SQL = "1 = 1"
            if let cursor {
                guard
                    let position: Int = try reader.value(
                        """
                        SELECT position FROM comments WHERE id = \(cursor) AND image_id = \(image)
                        UNION ALL SELECT position FROM deleted_comments WHERE id = \(cursor) AND image_id = \(image)
                        """)
                else { return nil }
                start = "position > \(position)"
            }
            var page = Page(), bytes = 0
            try reader.scan(
                """
                SELECT id, author_id, message, created_at FROM comments
                WHERE image_id = \(image) AND \(start) ORDER BY position LIMIT \(limit + 1)
                """
            ) { row in
                let record = try Self.record(row)
                bytes += record.message.utf8.count + Self.frameBytes
                page.hasMore = page.records.count == limit || (!page.records.isEmpty && bytes > Self.pageBytes)
                if page.hasMore { return .stop }
                page.records.append(record)
                return .next
            }
            return page
        }
    }

    func publish(
        _ id: CommentID, message: String, on image: ImageID, by author: UserID, at createdAt: Date
    ) async throws {
        _ = try await add(Record(id: id, authorID: author, message: message, createdAt: createdAt), to: image) { _ in }
    }

    /// Adds a comment, unless there is one of that identifier.
    ///
    /// - Parameter check: Is called in the transaction that adds it, and throws
    ///   what is in the way.
    /// - Returns: The comment as it is stored.
    func add(
        _ comment: Record, to image: ImageID, unless check: @Sendable (any SQLWriting) throws -> Void
    ) async throws -> Record {
        try await database.write { writer in
            let known = try writer.first(
                "SELECT id, author_id, message, created_at FROM comments WHERE id = \(comment.id)", Self.record)
            if let known { return known }
            try check(writer)
            try writer.run(
                """
                INSERT INTO comments (position, id, image_id, author_id, message, created_at)
                VALUES (\(try writer.nextNumber(of: .comments)), \(comment.id), \(image), \(comment.authorID),
                    \(comment.message), \(comment.createdAt))
                """)
            try writer.signal(.comments, image.description)
            return comment
        }
    }

    /// What became of a comment that somebody wanted to delete.
    enum Deletion: Sendable {
        case deleted
        case none
        case ofSomebodyElse
    }

    /// Deletes a comment, if it is the person's own.
    func delete(
        _ comment: CommentID, on image: ImageID, in session: AuthenticatedSession
    ) async throws -> Deletion {
        try await database.write { writer in
            try session.standing.check(in: writer)
            let author: UserID? = try writer.value(
                "SELECT author_id FROM comments WHERE id = \(comment) AND image_id = \(image)")
            guard let author else { return .none }
            guard author == session.userID else { return .ofSomebodyElse }
            try Self.delete(where: "id = \(comment)", in: writer)
            try writer.signal(.comments, image.description)
            return .deleted
        }
    }

    /// Deletes comments, of which the places stay.
    private static func delete(where condition: SQL, in writer: any SQLWriting) throws {
        // One that was posted anew after its deletion has another place.
        try writer.run(
            """
            INSERT INTO deleted_comments (position, id, image_id)
            SELECT position, id, image_id FROM comments WHERE \(condition)
            ON CONFLICT (id) DO UPDATE SET position = excluded.position, image_id = excluded.image_id
            """)
        try writer.run("DELETE FROM comments WHERE \(condition)")
    }

    private static func record(_ row: any SQLRow) throws -> Record {
        Record(
            id: try row["id"], authorID: try row["author_id"], message: try row["message"],
            createdAt: try row["created_at"])
    }
}

extension CommentStore: ImageCommentCounting {
    func commentCounts(on images: [ImageID], in reader: any SQLReading) throws -> [ImageID: Int] {
        let counts = try reader.rows(
            "SELECT image_id, COUNT(*) FROM comments WHERE image_id IN \(in: images) GROUP BY image_id"
        ) { row in (try row[0, as: ImageID.self], try row[1, as: Int.self]) }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}

extension CommentStore: AccountObserving {
    /// What a person wrote goes with the account, wherever it is.
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .deleted(let user) = event else { return }
        let images = try transaction.values(
            "SELECT DISTINCT image_id FROM comments WHERE author_id = \(user.id)", as: String.self)
        try Self.delete(where: "author_id = \(user.id)", in: transaction)
        for image in images { try transaction.signal(.comments, image) }
    }
}

extension CommentStore: ImageDeletionObserving {
    /// Whatever was said about a picture goes with it.
    func recordDeletion(of image: ImageID, in transaction: any SQLWriting) throws {
        try transaction.run("DELETE FROM comments WHERE image_id = \(image)")
        try transaction.run("DELETE FROM deleted_comments WHERE image_id = \(image)")
    }
}
