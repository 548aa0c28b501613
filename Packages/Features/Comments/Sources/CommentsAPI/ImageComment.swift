public import CoreModels
public import FoundationEssentials

/// What somebody said about a picture.
public struct ImageComment: Hashable, Sendable {
    /// The comment's identifier.
    public let id: CommentID
    /// What was said.
    public let message: String
    /// When it was said.
    public let createdAt: Date
    /// The name of the person who said it.
    public let username: String
    /// Whether it is of the person who asked; nil if the server didn't say.
    public let isMine: Bool?

    /// Creates a comment.
    public init(id: CommentID, message: String, createdAt: Date, username: String, isMine: Bool? = nil) {
        self.id = id
        self.message = message
        self.createdAt = createdAt
        self.username = username
        self.isMine = isMine
    }
}

/// Some of the comments on a picture.
public struct CommentsPage: Hashable, Sendable {
    /// The comments, the oldest first.
    public let items: [ImageComment]
    /// The comment after which the next page starts; nil on the last one.
    public let next: CommentID?

    /// Creates a page.
    public init(items: [ImageComment], next: CommentID? = nil) {
        self.items = items
        self.next = next
    }
}
