package import CoreModels
package import FoundationEssentials

/// A page goes over the wire more often than anything else, so it is written
/// and read by hand: `WireCoding` takes some ten times as long.
extension FeedContract.Feed {
    /// The bytes of the page: the members in the order of their names, so that
    /// equal pages have equal bytes.
    package var encoded: Data {
        var writer = JSONWriter(capacity: 32 + 320 * items.count)
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
            if let description {
                writer.member("description")
                writer.write(description)
            }
            if let isHidden {
                writer.member("hidden")
                writer.write(isHidden)
            }
            writer.member("id")
            writer.write(id)
            writer.member("image")
            writer.write(image)
            if let location {
                writer.member("location")
                writer.write(location)
            }
        }
    }

    private static let members = ["description", "hidden", "id", "image", "location"]

    fileprivate init(from reader: inout JSONReader) throws(JSONError) {
        var id: ImageID?
        var image: String?
        var texts: (description: String?, location: String?)
        var isHidden: Bool?
        try reader.object(Self.members) { (name, reader) throws(JSONError) in
            switch name {
            case "description": texts.description = try reader.textIfPresent()
            case "hidden": isHidden = try reader.flagIfPresent()
            case "id": id = ImageID(try reader.text())
            case "image": image = try reader.text()
            default: texts.location = try reader.textIfPresent()
            }
        }
        guard let id, let image else { throw reader.failure("an item with an identifier and an address") }
        self.init(id: id, description: texts.description, location: texts.location, image: image, isHidden: isHidden)
    }
}
