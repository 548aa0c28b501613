package import CoreModels
package import FoundationEssentials

/// What the feed looks like on the wire.
package enum FeedContract {
    /// The path of the feed.
    package static let feedPath = "/feed"
    /// The path of a picture as part of the feed, as a route.
    package static let itemPattern = feedPath + "/{id}"
    /// The path of a picture's bytes, without its identifier.
    package static let imageFolder = "/image/"
    /// The path of a picture's bytes, as a route.
    package static let imagePattern = imageFolder + "{id}"
    /// The parameter of a picture's address that asks for a smaller one.
    package static let widthParameter = "w"
    /// How many pictures a page may hold.
    package static let limits = 1...100
    /// How many pictures a page holds when the request doesn't say.
    package static let defaultLimit = 10

    /// The path of a picture as part of the feed.
    package static func itemPath(_ id: ImageID) -> String { feedPath + "/" + id.description }

    /// The path of a picture's bytes.
    package static func imagePath(_ id: ImageID) -> String { imageFolder + id.description }

    /// A page of the feed.
    package struct Feed: Hashable, Sendable {
        package let items: [Item]

        package init(items: [Item]) {
            self.items = items
        }
    }

    /// A picture in the feed.
    ///
    /// What follows the address came later: servers of before don't say it.
    package struct Item: Codable, Hashable, Sendable {
        /// Who published it.
        package struct Author: Codable, Hashable, Sendable {
            /// The name; a dash if the account is gone.
            package let username: String?

            package init(username: String?) {
                self.username = username
            }
        }

        package let id: ImageID
        package let description: String?
        package let location: String?
        /// The address of its bytes.
        package let image: String
        /// Whether it was hidden; said to its author, and only if it was.
        package let isHidden: Bool?
        package let author: Author?
        /// When it was published.
        package let createdAt: Date?
        /// Whether it is of the person who asks; said to people alone.
        package let isMine: Bool?
        /// `public` or `members`.
        package let visibility: String?
        /// In pixels; not said of pictures that nobody has looked at yet.
        package let width, height: Int?
        package let commentCount: Int?
        /// The mean colour, as in `#a0b1c2`.
        package let tint: String?

        private enum CodingKeys: String, CodingKey {
            case id, description, location, image, author, visibility, width, height, tint
            case isHidden = "hidden"
            case createdAt = "created_at"
            case isMine = "is_mine"
            case commentCount = "comment_count"
        }

        package init(
            id: ImageID, description: String?, location: String?, image: String, isHidden: Bool? = nil,
            author: Author? = nil, createdAt: Date? = nil, isMine: Bool? = nil, visibility: String? = nil,
            width: Int? = nil, height: Int? = nil, commentCount: Int? = nil, tint: String? = nil
        ) {
            self.id = id
            self.isHidden = isHidden
            self.description = description
            self.location = location
            self.image = image
            self.author = author
            self.createdAt = createdAt
            self.isMine = isMine
            self.visibility = visibility
            self.width = width
            self.height = height
            self.commentCount = commentCount
            self.tint = tint
        }
    }
}
