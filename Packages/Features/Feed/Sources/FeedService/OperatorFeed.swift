package import CoreModels
package import FoundationEssentials
package import SQLStoreAPI

/// What operators see of the feed: all pictures, also those that are hidden or for members only.
package enum OperatorFeed {
    /// A picture of the list.
    package struct Item: Hashable, Sendable {
        package let id: ImageID
        /// What it shows, if its author says so.
        package let description: String?
        package let author: UserID
        package let createdAt: Date
        /// Who sees it: `public` or `members`.
        package let visibility: String
        /// Since when it is hidden; nil if it isn't.
        package let hiddenAt: Date?
    }

    /// The next pictures, the newest first, which stay where they are while others are published.
    ///
    /// - Parameters:
    ///   - last: With which the page before ended; nil for the first page.
    ///   - author: Whose; nil for everybody's.
    /// - Returns: Them, and whether there are more; nil if there is no such picture to go on behind.
    package static func page(
        after last: ImageID?, limit: Int, by author: UserID?, in db: any SQLReading
    ) throws -> (items: [Item], hasMore: Bool)? {
        var condition: SQL = "position IS NOT NULL"
        if let last {
            guard let position = try db.value("SELECT position FROM images WHERE id = \(last)", as: Int.self) else {
                return nil
            }
            condition = condition + " AND position < \(position)"
        }
        if let author { condition = condition + " AND author_id = \(author)" }
        let items = try db.rows(
            """
            SELECT id, description, author_id, created_at, visibility, hidden_at FROM images
            WHERE \(condition) ORDER BY position DESC LIMIT \(limit + 1)
            """
        ) { row in
            Item(
                id: try row[0], description: try row[1], author: try row[2], createdAt: try row[3],
                visibility: try row[4], hiddenAt: try row[5])
        }
        return (Array(items.prefix(limit)), items.count > limit)
    }
}
