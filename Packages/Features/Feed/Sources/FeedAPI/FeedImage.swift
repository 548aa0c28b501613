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

    /// Who published it: the name, or a dash if the account is gone.
    ///
    /// Like all that follows it is nil if the server didn't say.
    public let author: String?
    /// When it was published.
    public let createdAt: Date?
    /// Whether it is of the person who asked.
    public let isMine: Bool?
    /// Whether everyone may see it, or only people who are logged in.
    public let isPublic: Bool?
    /// How large it is, in pixels.
    public let width, height: Int?
    /// How much was said about it, also by what waits on this device to be posted.
    public var commentCount: Int?
    /// Its mean colour, as in `#a0b1c2`.
    public let tint: String?

    /// Creates a picture.
    public init(
        id: ImageID, description: String?, location: String?, url: URL, isHidden: Bool = false,
        author: String? = nil, createdAt: Date? = nil, isMine: Bool? = nil, isPublic: Bool? = nil,
        width: Int? = nil, height: Int? = nil, commentCount: Int? = nil, tint: String? = nil
    ) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
        self.isHidden = isHidden
        self.author = author
        self.createdAt = createdAt
        self.isMine = isMine
        self.isPublic = isPublic
        self.width = width
        self.height = height
        self.commentCount = commentCount
        self.tint = tint
    }
}

/// A part of the feed, newest pictures first; the next part starts after the
/// picture that `next` names.
public typealias FeedPage = Page<FeedImage, ImageID>
