public import CoreModels
public import FeedAPI

/// A feed that everybody sees, of pictures that it is given, newest first.
public struct InMemoryFeed: FeedReading {
    /// The pictures.
    public let images: [FeedImage]

    /// Creates a feed.
    public init(_ images: [FeedImage]) {
        self.images = images
    }

    /// The pictures after one, or from the newest on.
    public func page(after cursor: ImageID?, limit: Int) -> FeedPage? {
        var rest = images[...]
        if let cursor {
            guard let index = images.firstIndex(where: { $0.id == cursor }) else { return nil }
            rest = images[(index + 1)...]
        }
        let items = Array(rest.prefix(limit))
        return FeedPage(items: items, next: rest.count > limit ? items.last?.id : nil)
    }

    /// The pictures before one.
    public func newer(than image: ImageID, limit: Int) -> [FeedImage]? {
        images.firstIndex { $0.id == image }.map { Array(images[..<$0].suffix(limit)) }
    }

    /// The picture.
    public func image(_ id: ImageID) -> FeedImage? { images.first { $0.id == id } }
}
