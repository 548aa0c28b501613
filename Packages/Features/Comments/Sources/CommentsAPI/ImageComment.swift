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

    /// Creates a comment.
    public init(id: CommentID, message: String, createdAt: Date, username: String) {
        self.id = id
        self.message = message
        self.createdAt = createdAt
        self.username = username
    }
}

/// The text of a comment, which exists only in valid form: at least one visible
/// character, at most 2000, no control characters but line breaks and tabs.
public struct CommentMessage: Hashable, Sendable, CustomStringConvertible {
    /// How many characters a comment may have.
    public static let maximumLength = 2_000

    /// The text without white space around it.
    public let description: String

    /// Reads a text, or answers nil if it can't be a comment.
    public init?(_ text: some StringProtocol) {
        let scalars = text.unicodeScalars
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return nil }
        let trimmed = String(String.UnicodeScalarView(scalars[first...last]))
        let isPlain = trimmed.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
        }
        guard isPlain, trimmed.count <= Self.maximumLength, trimmed.utf8.count <= 4 * Self.maximumLength else {
            return nil
        }
        description = trimmed
    }
}
