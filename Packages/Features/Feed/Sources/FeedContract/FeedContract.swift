package import CoreModels
package import FoundationEssentials

/// What the feed looks like on the wire.
package enum FeedContract {
    /// The path of the feed.
    package static let feedPath = "/feed"
    /// The path of a picture as part of the feed, as a route.
    package static let itemPattern = feedPath + "/{id}"
    /// The path of what is newer than a picture, as a route.
    package static let newerPattern = itemPattern + "/newer"
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

    /// The path of what is newer than a picture.
    package static func newerPath(_ id: ImageID) -> String { itemPath(id) + "/newer" }

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

/// A page goes over the wire more often than anything else, so it is written
/// and read by hand: `WireCoding` takes some ten times as long.
extension FeedContract.Feed {
    /// The bytes of the page: the members in the order of their names, so that
    /// equal pages have equal bytes.
    package var encoded: Data {
        var writer = JSONWriter(capacity: 32 + 512 * items.count)
        writer.object { writer in
            writer.member("items")
            writer.array { writer in for item in items { item.write(to: &writer) } }
        }
        return writer.data
    }

    /// Reads a page.
    package init(decoding data: Data) throws(JSONError) {
        var reader = JSONReader(data)
        var items: [FeedContract.Item]?
        try reader.object(["items"]) { (_, reader) throws(JSONError) in
            var read: [FeedContract.Item] = []
            try reader.array { (reader) throws(JSONError) in read.append(try FeedContract.Item(from: &reader)) }
            items = read
        }
        guard let items else { throw reader.failure("items") }
        try reader.end()
        self.init(items: items)
    }
}

extension FeedContract.Item {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if let author {
                writer.member("author")
                writer.object { writer in writer.write("username", author.username) { $0.write($1) } }
            }
            writer.write("comment_count", commentCount) { $0.write($1) }
            writer.write("created_at", createdAt) { $0.write($1) }
            writer.write("description", description) { $0.write($1) }
            writer.write("height", height) { $0.write($1) }
            writer.write("hidden", isHidden) { $0.write($1) }
            writer.write("id", id) { $0.write($1) }
            writer.write("image", image) { $0.write($1) }
            writer.write("is_mine", isMine) { $0.write($1) }
            writer.write("location", location) { $0.write($1) }
            writer.write("tint", tint) { $0.write($1) }
            writer.write("visibility", visibility) { $0.write($1) }
            writer.write("width", width) { $0.write($1) }
        }
    }

    /// The members, in the order of their names as they are written.
    private enum Member: Int {
        case author, commentCount, createdAt, description, height, isHidden, id, image, isMine, location, tint
        case visibility, width
    }

    private static let members: [StaticString] = [
        "author", "comment_count", "created_at", "description", "height", "hidden", "id", "image", "is_mine",
        "location", "tint", "visibility", "width",
    ]

    fileprivate init(from reader: inout JSONReader) throws(JSONError) {
        var id: ImageID?
        var image: String?, description: String?, location: String?, visibility: String?, tint: String?
        var author: Author?, createdAt: Date?
        var isHidden: Bool?, isMine: Bool?
        var width: Int?, height: Int?, commentCount: Int?
        try reader.object(Self.members) { (place, reader) throws(JSONError) in
            switch Member(rawValue: place) {
            case .author: if try !reader.isNull() { author = try Author(from: &reader) }
            case .commentCount: commentCount = try reader.integerIfPresent()
            case .createdAt: createdAt = try reader.timeIfPresent()
            case .description: description = try reader.textIfPresent()
            case .height: height = try reader.integerIfPresent()
            case .isHidden: isHidden = try reader.flagIfPresent()
            case .id: id = ImageID(try reader.text())
            case .image: image = try reader.text()
            case .isMine: isMine = try reader.flagIfPresent()
            case .location: location = try reader.textIfPresent()
            case .tint: tint = try reader.textIfPresent()
            case .visibility: visibility = try reader.textIfPresent()
            case .width: width = try reader.integerIfPresent()
            case nil: try reader.skip()
            }
        }
        guard let id, let image else { throw reader.failure("an item with an identifier and an address") }
        self.init(
            id: id, description: description, location: location, image: image, isHidden: isHidden, author: author,
            createdAt: createdAt, isMine: isMine, visibility: visibility, width: width, height: height,
            commentCount: commentCount, tint: tint)
    }
}

extension FeedContract.Item.Author {
    fileprivate init(from reader: inout JSONReader) throws(JSONError) {
        var username: String?
        try reader.object(["username"]) { (_, reader) throws(JSONError) in username = try reader.textIfPresent() }
        self.init(username: username)
    }
}

extension JSONWriter {
    /// Writes a member, if there is a value.
    fileprivate mutating func write<Value>(
        _ name: StaticString, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        member(name)
        write(&self, value)
    }
}
