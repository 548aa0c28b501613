public import CoreModels
public import FoundationEssentials

/// Some pictures, and where to go on.
public struct PicturesPage: Hashable, Sendable {
    /// The pictures.
    public let pictures: [SeenPicture]
    /// Where the next page begins, in a word for its address; nil behind the last one.
    public let next: String?

    /// Creates a value.
    public init(_ pictures: [SeenPicture], next: String?) {
        self.pictures = pictures
        self.next = next
    }
}

/// A picture, and whether it is hidden.
public struct SeenPicture: Hashable, Sendable {
    /// Its identifier.
    public let id: ImageID
    /// What it shows, if its author says so.
    public let description: String?
    /// Who published it; nil for an account that isn't there.
    public let author: User?
    /// When it was published.
    public let createdAt: Date
    /// Whether only members are meant to see it.
    public let isForMembers: Bool
    /// Since when it is hidden; nil if it isn't.
    public let hiddenAt: Date?
    /// Which administrator hid it by a page; nil for a command, and for whoever isn't there any more.
    public let hiddenBy: User?

    /// Creates a value.
    public init(
        _ id: ImageID, description: String?, author: User?, createdAt: Date, isForMembers: Bool = false,
        hiddenAt: Date? = nil, hiddenBy: User? = nil
    ) {
        self.id = id
        self.description = description
        self.author = author
        self.createdAt = createdAt
        self.isForMembers = isForMembers
        self.hiddenAt = hiddenAt
        self.hiddenBy = hiddenBy
    }
}
