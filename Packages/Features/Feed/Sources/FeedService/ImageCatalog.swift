import CoreModels
import FeedContract
import FeedServiceAPI
import FoundationEssentials
import SQLStoreAPI

/// Reads the pictures of the feed from the database.
struct ImageCatalog: ImageVisibilityReading {
    let database: any SQLDatabase

    /// Those who count comments.
    let comments: @Sendable () -> [any ImageCommentCounting]

    /// The pictures after `cursor`, newest first; nil if the cursor is no
    /// picture that the person may see, or could see before it was hidden or
    /// deleted: who scrolls goes on from there.
    ///
    /// Whoever has no session isn't told what was there once.
    ///
    /// - Parameter person: Who asks; nil for somebody without a session.
    func page(after cursor: ImageID?, limit: Int, for person: UserID?) async throws -> [PageEntry]? {
        try await database.read { reader in
            var start: SQL = "1 = 1"
            if let cursor {
                guard let position = try Self.position(of: cursor, for: person, reader) else { return nil }
                start = "position < \(position)"
            }
            return try entries(
                "\(Self.seen(by: person)) AND \(start) ORDER BY position DESC LIMIT \(limit)", reader)
        }
    }

    /// The pictures directly before `cursor`, newest first; nil as for the pages
    /// after it.
    func page(before cursor: ImageID, limit: Int, for person: UserID?) async throws -> [PageEntry]? {
        try await database.read { reader in
            guard let position = try Self.position(of: cursor, for: person, reader) else { return nil }
            return try entries(
                "\(Self.seen(by: person)) AND position > \(position) ORDER BY position LIMIT \(limit)", reader
            ).reversed()
        }
    }

    private static func position(of cursor: ImageID, for person: UserID?, _ reader: any SQLReading) throws -> Int? {
        guard person != nil else {
            return try reader.value("SELECT position FROM images WHERE id = \(cursor) AND \(seen(by: nil))")
        }
        return try reader.value(
            """
            SELECT position FROM images WHERE id = \(cursor)
            UNION ALL SELECT position FROM deleted_images WHERE id = \(cursor)
            """)
    }

    private static func audience(of person: UserID?) -> SQL {
        person == nil ? "visibility = 'public'" : "1 = 1"
    }

    private static func seen(by person: UserID?) -> SQL { "\(audience(of: person)) AND \(shown(to: person))" }

    /// What is said of one picture; nil if there is none that the person may see.
    func entry(_ id: ImageID, for person: UserID?) async throws -> PageEntry? {
        try await database.read { reader in
            try entries("id = \(id) AND \(Self.seen(by: person))", reader).first
        }
    }

    private static func shown(to person: UserID?) -> SQL {
        if let person { "(hidden_at IS NULL OR author_id = \(person))" } else { "hidden_at IS NULL" }
    }

    private func entries(_ condition: SQL, _ reader: any SQLReading) throws -> [PageEntry] {
        var entries = try reader.rows(
            """
            SELECT id, description, location, hidden_at IS NOT NULL, author_id, created_at, visibility, width, height,
                tint
            FROM images WHERE \(condition)
            """
        ) { row in
            PageEntry(
                id: try row[0], description: try row[1], location: try row[2], isHidden: try row[3],
                author: try row[4], createdAt: try row[5], visibility: try row[6], width: try row[7],
                height: try row[8], tint: try row[9])
        }
        for counter in comments() {
            let counts = try counter.commentCounts(on: entries.map(\.id), in: reader)
            for index in entries.indices {
                entries[index].commentCount = (entries[index].commentCount ?? 0) + counts[entries[index].id, default: 0]
            }
        }
        return entries
    }

    /// What a page shows of a picture.
    struct PageEntry: Sendable {
        let id: ImageID
        let description: String?
        let location: String?
        let isHidden: Bool
        let author: UserID
        let createdAt: Date
        let visibility: String
        /// In pixels; nil or 0 if nobody knows.
        let width, height: Int?
        let tint: Int?
        /// Nil where nobody counts.
        var commentCount: Int?
    }

    func record(of id: ImageID) async throws -> ImageRecord? {
        try await database.read { reader in
            try reader.first("SELECT \(ImageRecord.columns) FROM images WHERE id = \(id)", ImageRecord.read)
        }
    }

    func exists(_ id: ImageID, in transaction: any SQLWriting) throws -> Bool {
        try transaction.exists("SELECT 1 FROM images WHERE id = \(id)")
    }

    func author(of id: ImageID) async throws -> UserID? {
        try await database.read { reader in try reader.value("SELECT author_id FROM images WHERE id = \(id)") }
    }

    func audience(of id: ImageID) async throws -> ImageAudience? {
        try await record(of: id)?.audience
    }
}

/// What answering with the bytes of a picture takes.
struct ImageRecord: Sendable {
    let audience: ImageAudience
    let whole: ImageCopy
    /// In pixels; nil if nobody has looked.
    let width: Int?

    static let columns: SQL = "author_id, visibility, media_type, digest, hidden_at, width"

    static func read(_ row: any SQLRow) throws -> ImageRecord {
        guard let visibility = ImageVisibility(rawValue: try row["visibility"]),
            let format = ImageFormat(rawValue: try row["media_type"])
        else { throw SQLError(.typeMismatch, "the table images holds an unknown visibility or media type") }
        let isHidden = try row["hidden_at"] as Int64? != nil
        let audience: ImageAudience =
            switch visibility {
            case _ where isHidden: .author(try row["author_id"])
            case .everyone: .everyone
            case .members: .members
            }
        return ImageRecord(
            audience: audience, whole: ImageCopy(format: format, digest: try row["digest"]), width: try row["width"])
    }
}
