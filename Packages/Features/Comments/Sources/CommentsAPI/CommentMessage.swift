import CoreModels

/// The text of a comment, which exists only in valid form: something of it
/// shows, it has at most 2000 characters, and nothing in it can act on a screen
/// but line breaks and tabs.
///
/// Nothing is deleted from a text to make it valid, except white space around
/// it (D14).
public struct CommentMessage: Hashable, Sendable, CustomStringConvertible {
    /// How many characters (Unicode code points) a comment may have.
    public static let maximumLength = 2_000

    /// The text in composed form (NFC), without white space around it.
    public let description: String

    /// Reads a text, or answers nil if it can't be a comment.
    public init?(_ text: some StringProtocol) {
        guard let composed = ReadableText.composed(text), composed.unicodeScalars.count <= Self.maximumLength,
            ReadableText.isHarmless(composed, inLines: true)
        else { return nil }
        description = composed
    }
}
