import CoreModels
import FeedAPI
import FoundationEssentials

/// The feed as `--json` prints it.
struct FeedOutput: Encodable, Sendable {
    struct Item: Encodable, Sendable {
        let id: ImageID
        let description: String?
        let location: String?
        let url: URL
        let hidden: Bool?
    }

    let source: String
    let savedAt: Date?
    let items: [Item]
    let next: ImageID?

    private enum CodingKeys: String, CodingKey {
        case source, items, next
        case savedAt = "saved_at"
    }

    init(images: [FeedImage], source: LoadedFeed.Source, next: ImageID?) {
        switch source {
        case .remote: (self.source, savedAt) = ("remote", nil)
        case .cache(let savedAt): (self.source, self.savedAt) = ("cache", savedAt)
        }
        items = images.map { image in
            Item(
                id: image.id, description: image.description, location: image.location, url: image.url,
                hidden: image.isHidden ? true : nil)
        }
        self.next = next
    }
}
