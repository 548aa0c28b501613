public import FoundationEssentials

/// A random identifier of an `Entity`, so that a session's identifier cannot
/// be passed where a user's is meant.
public struct Identifier<Entity>: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The identifier as a UUID.
    public let uuid: UUID

    /// Creates an identifier from a UUID.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// Reads an identifier from its text, or answers nil if it isn't a UUID.
    public init?(_ text: some StringProtocol) {
        guard let uuid = UUID(text: String(text)) else { return nil }
        self.uuid = uuid
    }

    /// Decodes the identifier from a UUID's text.
    public init(from decoder: any Decoder) throws {
        uuid = try decoder.singleValueContainer().decode(UUID.self)
    }

    /// Encodes the identifier as lower-case text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The UUID in lower case, as it stands on the wire and in the database.
    public var description: String { uuid.lowercaseText }
}

/// Marks the identifiers of people with an account.
public enum UserEntity {}
/// Marks the identifiers of sessions.
public enum SessionEntity {}
/// Marks the identifiers of pictures in the feed.
public enum ImageEntity {}
/// Marks the identifiers of comments.
public enum CommentEntity {}

/// Identifies a person with an account.
public typealias UserID = Identifier<UserEntity>
/// Identifies a session: one device on which a person is logged in.
public typealias SessionID = Identifier<SessionEntity>
/// Identifies a picture in the feed.
public typealias ImageID = Identifier<ImageEntity>
/// Identifies a comment.
public typealias CommentID = Identifier<CommentEntity>
