@_spi(_Unicode) import Swift

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
        // Neither FoundationEssentials nor the public standard library
        // normalises text; this is how the library itself compares it.
        let scalars = Array(String(text)._nfc)
        guard scalars.contains(where: Self.shows),
            let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        let trimmed = scalars[first...last]
        guard trimmed.count <= Self.maximumLength, !trimmed.contains(where: Self.acts) else { return nil }
        description = String(String.UnicodeScalarView(trimmed))
    }

    private static func shows(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && !acts(scalar)
    }

    /// Control characters, and what turns the text around it: the embeddings,
    /// overrides and isolates of the bidirectional algorithm (Unicode Standard
    /// Annex 9, section 2).
    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
    }
}
