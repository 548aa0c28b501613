/// How many columns text takes on a terminal.
///
/// Terminals agree with `wcwidth` for single characters: East Asian wide and
/// full-width characters take two columns, combining marks none (Unicode
/// Standard Annex 11). Emoji, also those joined of several, take two.
package enum DisplayWidth {
    /// The columns of text without control characters.
    package static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The columns of one character as a person sees it.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.value < 0x80, scalars.count == 1 { return 1 }
        // U+FE0F asks for the colourful form of a character that has two.
        let isEmoji =
            first.properties.isEmojiPresentation || (first.properties.isEmoji && scalars.contains { $0 == "\u{FE0F}" })
        return isEmoji ? 2 : scalars.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x300: return 1
        // The vowels and finals that complete a Hangul syllable.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        // Arabic and Syriac signs that enclose the digits after them.
        case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return 1
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar.value) ? 2 : 1
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        return wide.contains { $0.contains(value) }
    }

    /// The blocks of wide characters (EastAsianWidth.txt), without the emoji,
    /// which the standard library knows.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
