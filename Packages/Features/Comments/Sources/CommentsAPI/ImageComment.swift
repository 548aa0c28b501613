public import CoreModels
public import FoundationEssentials
public import Localization

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
    /// Whether it is of the person who published the picture.
    public let isOfAuthor: Bool

    /// Creates a comment.
    public init(
        id: CommentID, message: String, createdAt: Date, username: String, isMine: Bool? = nil, isOfAuthor: Bool = false
    ) {
        self.id = id
        self.message = message
        self.createdAt = createdAt
        self.username = username
        self.isMine = isMine
        self.isOfAuthor = isOfAuthor
    }
}

/// Some of the comments on a picture.
public struct CommentsPage: Hashable, Sendable {
    /// The comments, the oldest first.
    public let items: [ImageComment]
    /// The comment after which the next page starts; nil on the last one.
    public let next: CommentID?
    /// Since when they are kept on this device; nil for as they are now.
    public let savedAt: Date?
    /// What is in the way to those as they are now; nil for nothing.
    public let obstacle: LocalizedText?

    /// Creates a page.
    public init(
        items: [ImageComment], next: CommentID? = nil, savedAt: Date? = nil, obstacle: LocalizedText? = nil
    ) {
        self.items = items
        self.next = next
        self.savedAt = savedAt
        self.obstacle = obstacle
    }

    /// What is to be said of comments that are kept; nil for those as they are now.
    package func remark(at now: Date) -> LocalizedText? {
        guard let time = savedAt.map({ LocalizedText.since($0, at: now) }) else { return nil }
        return (obstacle ?? LocalizedText(en: "No connection.", es: "Sin conexión."))
            + LocalizedText(
                en: "These are the comments as they were \(time.english).",
                es: "Así estaban los comentarios \(time.spanish).")
    }
}

/// The text of a comment, which exists only in valid form: something of it
/// shows, it has at most 2000 characters, and nothing in it can act on a screen
/// but line breaks and tabs.
///
/// Nothing is deleted from a text to make it valid, except white space around
/// it (D14).
public struct CommentMessage: Hashable, Sendable, CustomStringConvertible {
    /// How many characters (Unicode code points) a comment may have.
    public static let maximumLength = 2_000

    /// What texts can be comments.
    public static let rule = LocalizedText(
        en:
            "A comment has 1 to \(maximumLength) characters, also in several lines; no control characters, and none of the unseen marks "
            + "that turn the text around them (U+202A to U+202E, U+2066 to U+2069).",
        es:
            "Un comentario tiene de 1 a \(maximumLength) caracteres, también en varias líneas; ninguno de control, ni las marcas "
            + "invisibles que dan la vuelta al texto que las rodea (U+202A a U+202E, U+2066 a U+2069).")

    /// What is to be said of a text that can't be a comment.
    package static func problem(of text: some StringProtocol) -> LocalizedText? {
        guard Self(text) == nil else { return nil }
        let isEmpty = text.allSatisfy(\.isWhitespace)
        return isEmpty ? LocalizedText(en: "Write something.", es: "Escribe algo.") : rule
    }

    /// The text in composed form (NFC), without white space around it.
    public let description: String

    /// Reads a text, or answers nil if it can't be a comment.
    public init?(_ text: some StringProtocol) {
        guard let composed = ReadableText.composed(text), composed.unicodeScalars.count <= Self.maximumLength,
            ReadableText.isHarmless(composed)
        else { return nil }
        description = composed
    }
}
