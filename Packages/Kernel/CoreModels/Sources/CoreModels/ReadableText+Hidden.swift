extension ReadableText {
    /// Whether a text holds characters that aren't seen where they stand: with them
    /// it would differ from one that looks the same.
    ///
    /// What joins or varies the characters beside it is seen (RFC 5892, appendix A;
    /// Unicode Standard Annex 31, section 2.3; Technical Standard 51).
    static func hidesCharacters(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.contains { isUnseen(scalars[$0]) && !isSeen(at: $0, in: scalars) }
    }

    /// The text without what people type in some scripts where it changes nothing: half
    /// spaces and joiners between letters that go that way anyway, and places where a line
    /// may break.
    static func withoutIdleJoiners(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isJoiner($0) }) else { return text }
        let scalars = Array(text.unicodeScalars)
        let kept = scalars.indices.filter { !isJoiner(scalars[$0]) || !isIdle(at: $0, in: scalars) }
        return String(String.UnicodeScalarView(kept.map { scalars[$0] }))
    }

    private static func isIdle(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard let before = scalars[..<index].last(where: { !isTransparent($0) }) else { return false }
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil, isSpace = scalars[index].value == 0x200C
        switch before.value {
        // The scripts of India and Sri Lanka, where a half space parts a virama from a letter, and a joiner
        // stands before no vowel.
        case 0x900...0xDFF:
            return isSpace
                ? !isSeen(at: index, in: scalars)
                : scalars[index].value == 0x200D && next?.properties.isGraphemeExtend == true && !isVirama(next)
        // Thai, Lao, Burmese and Khmer, which have no spaces between words.
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: return scalars[index].value == 0x200B
        default:
            guard Joining.previous.contains(where: { $0.contains(before.value) }) else { return false }
            return scalars[index].value != 0x200B && parts(at: index, in: scalars) != isSpace
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { (0x200B...0x200D).contains(scalar.value) }

    /// Whether marks of the text stand on what is before it or are piled up over the
    /// lines around it (Unicode Technical Standard 39, section 5.4).
    static func strayMarks(_ text: String) -> Bool {
        var count = 0, previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            let category = scalar.properties.generalCategory
            let takesSpace = category != .nonspacingMark && category != .enclosingMark
            if category == .spacingMark || !takesSpace, previous?.properties.isWhitespace ?? true { return true }
            count = takesSpace ? 0 : count + 1
            if count > 4 || !takesSpace && scalar == previous { return true }
        }
        return false
    }

    /// Whether nothing of a character is seen by itself, or nobody knows what.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isDefaultIgnorableCodePoint || isEmptySymbol(scalar)
            || properties.generalCategory == .unassigned || properties.generalCategory == .privateUse
    }

    private static func isSeen(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0 else { return false }
        let previous = scalars[index - 1], next = index + 1 < scalars.count ? scalars[index + 1] : nil
        return switch scalars[index].value {
        case 0x200C: isViramaOfLetter(at: index - 1, in: scalars) && isLetter(next) || parts(at: index, in: scalars)
        case 0x200D:
            isViramaOfLetter(at: index - 1, in: scalars)
                || (isPictogram(previous) || previous.value == 0xFE0F) && isPictogram(next)
                || isLetter(previous) && isVirama(next) && viramasJoinedBefore.contains(previous.value >> 7)
        case 0xFE0E, 0xFE0F: isPictogram(previous)
        // Variants of ideographs, and of Mongolian letters.
        case 0xFE00...0xFE02, 0xE0100...0xE01EF: previous.properties.isIdeographic
        case 0x180B...0x180D, 0x180F: (0x1820...0x18AA).contains(previous.value)
        case 0xE0020...0xE007F: isOfFlag(at: index, in: scalars)
        // A space between letters of braille.
        case 0x2800: (0x2801...0x28FF).contains(previous.value) && (next.map { 0x2801...0x28FF ~= $0.value } ?? false)
        default: false
        }
    }

    /// Whether letters beside it would be joined without it (RFC 5892, appendix A.1).
    private static func parts(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let before = scalars[..<index].last { !isTransparent($0) }
        let after = scalars[(index + 1)...].first { !isTransparent($0) }
        guard let before, let after else { return false }
        return Joining.next.contains { $0.contains(before.value) }
            && Joining.previous.contains { $0.contains(after.value) }
    }

    /// Marks don't keep the letters below them from joining.
    private static func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark
    }

    /// Digits are emoji as well.
    private static func isPictogram(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { $0.properties.isEmoji && !$0.isASCII } ?? false
    }

    private static func isLetter(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isAlphabetic ?? false }

    private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
        scalar?.properties.canonicalCombiningClass.rawValue == 9
    }

    /// Bengali, Kannada and Sinhala, by their blocks: a virama after the joiner makes
    /// other forms than one before it.
    private static let viramasJoinedBefore: Set<UInt32> = [0x980 >> 7, 0xC80 >> 7, 0xD80 >> 7]

    private static func isViramaOfLetter(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0, isVirama(scalars[index]) else { return false }
        let properties = scalars[index - 1].properties
        return properties.isAlphabetic || properties.generalCategory == .nonspacingMark
    }

    /// The flags of England, Scotland and Wales, which alone are drawn.
    private static func isOfFlag(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007F).contains(scalar.value) }
        guard let flag = scalars[..<index].lastIndex(where: { !isTag($0) }), scalars[flag].value == 0x1F3F4 else {
            return false
        }
        let tags = scalars[(flag + 1)...].prefix(while: isTag).compactMap { Unicode.Scalar($0.value - 0xE0000) }
        return ["gbeng\u{7F}", "gbsct\u{7F}", "gbwls\u{7F}"].contains(String(String.UnicodeScalarView(tags)))
    }
}

/// Which letters join to those beside them.
private enum Joining {
    static let next = ranges(LetterData.joiningNext), previous = ranges(LetterData.joiningPrevious)

    private static func ranges(_ text: StaticString) -> [ClosedRange<UInt32>] {
        text.description.split(whereSeparator: \.isWhitespace).compactMap { span in
            let ends = span.split(separator: "-").compactMap { UInt32($0, radix: 16) }
            guard let first = ends.first, let last = ends.last else { return nil }
            return first...last
        }
    }
}
