package import CoreModels

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
    package struct Item: Codable, Hashable, Sendable {
        package let id: ImageID
        package let description: String?
        package let location: String?
        /// The address of its bytes.
        package let image: String
        /// Whether it was hidden; said to its author, and only if it was.
        package let isHidden: Bool?

        private enum CodingKeys: String, CodingKey {
            case id, description, location, image
            case isHidden = "hidden"
        }

        package init(id: ImageID, description: String?, location: String?, image: String, isHidden: Bool? = nil) {
            self.id = id
            self.isHidden = isHidden
            self.description = description
            self.location = location
            self.image = image
        }
    }
}
