import CoreModels
import FeedServiceAPI
import SQLStoreAPI

/// Reads the pictures of the feed from the database.
struct ImageCatalog: ImageVisibilityReading {
    let database: any SQLDatabase

    /// The pictures after `cursor`, newest first; nil if the cursor is no
    /// picture that the person may see, or could see before it was hidden or
    /// deleted: who scrolls goes on from there.
    ///
    /// - Parameter person: Who asks; nil for somebody without a session.
    func page(after cursor: ImageID?, limit: Int, for person: UserID?) async throws -> [PageEntry]? {
        try await database.read { reader in
            let audience: SQL = person == nil ? "visibility = 'public'" : "1 = 1"
            let shown: SQL =
                if let person { "(hidden_at IS NULL OR author_id = \(person))" } else { "hidden_at IS NULL" }
            var start: SQL = "1 = 1"
            if let cursor {
                guard
                    let position: Int = try reader.value(
                        """
                        SELECT position FROM images WHERE id = \(cursor) AND \(audience)
                        UNION ALL SELECT position FROM deleted_images WHERE id = \(cursor) AND \(audience)
                        """)
                else { return nil }
                start = "position < \(position)"
            }
            return try reader.rows(
                """
                SELECT id, description, location, hidden_at IS NOT NULL FROM images
                WHERE \(audience) AND \(shown) AND \(start) ORDER BY position DESC LIMIT \(limit)
                """
            ) { row in
                PageEntry(id: try row[0], description: try row[1], location: try row[2], isHidden: try row[3])
            }
        }
    }

    /// What a page shows of a picture.
    struct PageEntry: Sendable {
        let id: ImageID
        let description: String?
        let location: String?
        let isHidden: Bool
    }

    func record(of id: ImageID) async throws -> ImageRecord? {
        try await database.read { reader in
            try reader.first("SELECT \(ImageRecord.columns) FROM images WHERE id = \(id)", ImageRecord.read)
        }
    }

    func exists(_ id: ImageID, in transaction: any SQLWriting) throws -> Bool {
        try transaction.exists("SELECT 1 FROM images WHERE id = \(id)")
    }

    func audience(of id: ImageID) async throws -> ImageAudience? {
        try await record(of: id)?.audience
    }
}
