extension ReadableText {
    /// Whether a text holds characters that aren't seen where they stand: with them
    /// it would differ from one that looks the same.
    ///
    /// What joins or varies the characters beside it is seen (Unicode Standard
    /// Annex 31, section 2.3).
    static func hidesCharacters(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.contains { index in
            guard scalars[index].properties.isDefaultIgnorableCodePoint else { return false }
            guard index > 0 else { return true }
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            return !isSeen(scalars[index], after: scalars[index - 1], before: next)
        }
    }

    private static func isSeen(
        _ scalar: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar?
    ) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D:
            guard let next else { return false }
            return joins(previous) && (isPictogram(next) || next.properties.isAlphabetic)
        case 0xFE0E, 0xFE0F: return isPictogram(previous)
        // Variants of ideographs, and of Mongolian letters.
        case 0xE0100...0xE01EF: return previous.properties.isIdeographic
        case 0x180B...0x180D, 0x180F: return (0x1820...0x18AA).contains(previous.value)
        // The flags of England, Scotland and Wales.
        case 0xE0020...0xE007F:
            return previous.value == 0x1F3F4 || (0xE0020...0xE007F).contains(previous.value)
        default: return false
        }
    }

    /// Whether it looks otherwise when it is joined to what follows, or isn't:
    /// pictograms, letters of Arabic, Syriac and Mongolian, and a virama.
    private static func joins(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE0F, 0x600...0x77F, 0x7C0...0x7FF, 0x840...0x8FF, 0x1807...0x18AA, 0xFB50...0xFDFF, 0xFE70...0xFEFC:
            true
        default: isPictogram(scalar) || scalar.properties.canonicalCombiningClass.rawValue == 9
        }
    }

    /// Digits are emoji as well.
    private static func isPictogram(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && !scalar.isASCII
    }
}
