public import CoreModels
public import FoundationEssentials

/// A picture in the feed.
public struct FeedImage: Hashable, Sendable {
    /// The picture's identifier.
    public let id: ImageID
    /// What the picture shows, if its author says so.
    public let description: String?
    /// Where it was taken, if its author says so.
    public let location: String?
    /// Where its bytes are.
    public let url: URL
    /// Whether an administrator has hidden it, so that only its author, who
    /// asks, sees it.
    public let isHidden: Bool

    /// Creates a picture.
    public init(id: ImageID, description: String?, location: String?, url: URL, isHidden: Bool = false) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
        self.isHidden = isHidden
    }
}

/// A part of the feed, newest pictures first; the next part starts after the
/// picture that `next` names.
public typealias FeedPage = Page<FeedImage, ImageID>
