import CoreModels
import FeedAPI
import FoundationEssentials

/// The feed as `--json` prints it.
struct FeedOutput: Encodable, Sendable {
    let source: String
    let savedAt: Date?
    let items: [FeedImageOutput]
    let next: ImageID?

    init(images: [FeedImage], source: LoadedFeed.Source, next: ImageID?) {
        switch source {
        case .remote: (self.source, savedAt) = ("remote", nil)
        case .cache(let savedAt, _): (self.source, self.savedAt) = ("cache", savedAt)
        }
        items = images.map(FeedImageOutput.init)
        self.next = next
    }
}

/// A picture as `--json` prints it, with the names of the wire.
struct FeedImageOutput: Encodable, Sendable {
    struct Author: Encodable, Sendable {
        let username: String
    }

    let id: ImageID
    let description: String?
    let location: String?
    let url: URL
    let hidden: Bool?
    let author: Author?
    let createdAt: Date?
    let isMine: Bool?
    let visibility: String?
    let width: Int?
    let height: Int?
    let commentCount: Int?
    let tint: String?

    init(_ image: FeedImage) {
        id = image.id
        description = image.description
        location = image.location
        url = image.url
        hidden = image.isHidden ? true : nil
        author = image.author.map { Author(username: $0) }
        createdAt = image.createdAt
        isMine = image.isMine
        visibility = image.isPublic.map { $0 ? "public" : "members" }
        width = image.width
        height = image.height
        commentCount = image.commentCount
        tint = image.tint
    }
}
