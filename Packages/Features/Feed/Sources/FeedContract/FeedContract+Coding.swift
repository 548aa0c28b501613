package import CoreModels
package import FoundationEssentials

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

    private static let members = [
        "author", "comment_count", "created_at", "description", "height", "hidden", "id", "image", "is_mine",
        "location", "tint", "visibility", "width",
    ]

    fileprivate init(from reader: inout JSONReader) throws(JSONError) {
        var id: ImageID?
        var image: String?, description: String?, location: String?, visibility: String?, tint: String?
        var author: Author?, createdAt: Date?
        var isHidden: Bool?, isMine: Bool?
        var width: Int?, height: Int?, commentCount: Int?
        try reader.object(Self.members) { (name, reader) throws(JSONError) in
            switch name {
            case "author": if try !reader.isNull() { author = try Author(from: &reader) }
            case "comment_count": commentCount = try reader.integerIfPresent()
            case "created_at": createdAt = try reader.timeIfPresent()
            case "description": description = try reader.textIfPresent()
            case "height": height = try reader.integerIfPresent()
            case "hidden": isHidden = try reader.flagIfPresent()
            case "id": id = ImageID(try reader.text())
            case "image": image = try reader.text()
            case "is_mine": isMine = try reader.flagIfPresent()
            case "location": location = try reader.textIfPresent()
            case "tint": tint = try reader.textIfPresent()
            case "visibility": visibility = try reader.textIfPresent()
            default: width = try reader.integerIfPresent()
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
