import CoreModels
import FeedServiceAPI
import SQLStoreAPI

/// Reads the pictures of the feed from the database.
struct ImageCatalog: ImageVisibilityReading {
    let database: any SQLDatabase

    /// The pictures after `cursor`, newest first; nil if the cursor is no
    /// picture that the reader may see.
    func page(after cursor: ImageID?, limit: Int, includingMembersOnly isMember: Bool) async throws -> [ImageRecord]? {
        try await database.read { reader in
            let audience: SQL = isMember ? "1 = 1" : "visibility = 'public'"
            var start: SQL = "1 = 1"
            if let cursor {
                guard
                    let position: Int = try reader.value(
                        "SELECT position FROM images WHERE id = \(cursor) AND \(audience)")
                else { return nil }
                start = "position < \(position)"
            }
            return try reader.rows(
                """
                SELECT \(ImageRecord.columns) FROM images WHERE \(audience) AND \(start)
                ORDER BY position DESC LIMIT \(limit)
                """, ImageRecord.init)
        }
    }

    func record(of id: ImageID) async throws -> ImageRecord? {
        try await database.read { reader in
            try reader.first("SELECT \(ImageRecord.columns) FROM images WHERE id = \(id)", ImageRecord.init)
        }
    }

    func visibility(of id: ImageID) async throws -> ImageVisibility? {
        try await record(of: id)?.visibility
    }
}
