public import CoreModels
public import FeedAPI
public import FoundationEssentials
public import SQLStoreAPI

/// Shows all pictures to administrators, and hides them, in transactions of who asks whether they are one.
///
/// Any number of calls may run at once.
public protocol PictureModerating: Sendable {
    /// The next pictures, which stay where they are while others are published, hidden and shown.
    ///
    /// - Parameters:
    ///   - isHidden: Whether only hidden ones are wanted, those that were hidden last first; else all are, the
    ///     newest first.
    ///   - place: Where the page before ended (``ModeratedPicture/place``); nil for the first page.
    /// - Returns: Them, and whether there are more.
    /// - Throws: `SQLError`.
    func pictures(
        hidden isHidden: Bool, after place: PicturePlace?, limit: Int, in transaction: any SQLReading
    ) throws -> (pictures: [ModeratedPicture], hasMore: Bool)

    /// One picture; nil if there is none.
    ///
    /// - Throws: `SQLError`.
    func picture(_ id: ImageID, in transaction: any SQLReading) throws -> ModeratedPicture?

    /// Hides a picture from all but its author.
    ///
    /// - Returns: Whether it wasn't hidden; nil if there is no such picture.
    /// - Throws: `SQLError`.
    func hide(_ id: ImageID, by administrator: UserID, in transaction: any SQLWriting) throws -> Bool?

    /// Shows a picture again, to those for whom its author meant it.
    ///
    /// - Returns: Whether it was hidden; nil if there is no such picture.
    /// - Throws: `SQLError`.
    func show(_ id: ImageID, in transaction: any SQLWriting) throws -> Bool?

    /// The bytes of a picture, whoever may see it.
    ///
    /// - Parameter width: How wide it is to be at least, in pixels; nil for the picture as it is.
    /// - Returns: nil if there is no such picture, or its file is damaged.
    /// - Throws: `SQLError`.
    func bytes(of id: ImageID, width: Int?) async throws -> PictureBytes?
}

/// A picture as administrators see it.
public struct ModeratedPicture: Hashable, Sendable {
    /// Its identifier.
    public let id: ImageID
    /// What it shows, if its author says so.
    public let description: String?
    /// Who published it.
    public let author: UserID
    /// When it was published.
    public let createdAt: Date
    /// Whether only members are meant to see it.
    public let isForMembers: Bool
    /// Since when it is hidden; nil if it isn't.
    public let hiddenAt: Date?
    /// Which administrator hid it by a page; nil for a command, and for whoever isn't there any more.
    public let hiddenBy: UserID?
    /// Where it is in the list that it was read of.
    public let place: PicturePlace

    /// Creates a value.
    public init(
        id: ImageID, description: String?, author: UserID, createdAt: Date, isForMembers: Bool, hiddenAt: Date?,
        hiddenBy: UserID?, place: PicturePlace
    ) {
        self.id = id
        self.description = description
        self.author = author
        self.createdAt = createdAt
        self.isForMembers = isForMembers
        self.hiddenAt = hiddenAt
        self.hiddenBy = hiddenBy
        self.place = place
    }
}

/// Where a list of pictures goes on, also once the picture that was there isn't any more.
public struct PicturePlace: Hashable, Sendable, CustomStringConvertible {
    /// When the picture was hidden, in milliseconds since 1970; 0 for one that isn't.
    public let hidden: Int
    /// Where it stands in the feed.
    public let position: Int

    /// Creates a place.
    public init(hidden: Int, position: Int) {
        self.hidden = hidden
        self.position = position
    }

    /// Reads a place; nil for what is none.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let hidden = Int(parts[0]), let position = Int(parts[1]) else { return nil }
        self.init(hidden: hidden, position: position)
    }

    /// The place for an address.
    public var description: String { "\(hidden).\(position)" }
}
