/// What makes text of people fit to be shown to others, the same wherever
/// somebody writes something: comments, descriptions, places, names.
///
/// Nothing is deleted from a text to make it fit, except white space around it
/// (D14), and from names what makes no difference.
public enum ReadableText {
    /// The text in composed form (NFC), without white space around it; nil if
    /// nothing of it would show.
    public static func composed(_ text: some StringProtocol) -> String? {
        let scalars = text.composedScalars
        guard scalars.contains(where: shows),
            let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(String.UnicodeScalarView(scalars[first...last]))
    }

    /// Whether nothing in the text can act on a screen, or turn the text around
    /// it; it may have line breaks and tabs.
    public static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n" || scalar == "\t"
            default: !turnsText(scalar)
            }
        }
    }

    /// Whether the text can stand in a line with what the program says: it is
    /// harmless and has no line breaks, holds nothing unseen by which it would differ
    /// from one that looks the same, and has no marks that stand on what is around it.
    public static func isLabel(_ text: String) -> Bool {
        isHarmless(text) && !hidesCharacters(text) && !strayMarks(text)
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }

    /// Whether one would see it without anything beside it.
    private static func shows(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isWhitespace, !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        // A mark needs a letter to stand on.
        case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark: false
        default: !isEmptySymbol(scalar)
        }
    }

    /// Symbols by their category, but drawn as nothing: the empty braille pattern,
    /// the null notehead, what stands for an object.
    static func isEmptySymbol(_ scalar: Unicode.Scalar) -> Bool {
        [0x2800, 0x1D159, 0xFFFC].contains(scalar.value)
    }

    /// The embeddings, overrides and isolates of the bidirectional algorithm
    /// (Unicode Standard Annex 9, section 2).
    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
