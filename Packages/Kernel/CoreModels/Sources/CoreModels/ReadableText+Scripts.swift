extension ReadableText {
    /// Whether a word has letters of several scripts that look alike, as a Cyrillic
    /// `А` before a Latin `na`: it may have been made to look like another word.
    ///
    /// A word of one script can look like one of another all the same, which can't be
    /// seen in it (Unicode Technical Standard 39, section 4).
    public static func mixesScripts(_ text: String) -> Bool {
        var seen: Script?
        for scalar in text.unicodeScalars {
            guard let script = Script(of: scalar) else {
                if scalar.properties.endsWord { seen = nil }
                continue
            }
            if let seen, seen != script { return true }
            seen = script
        }
        return false
    }

    /// Whether letters have a form of their own, as the mathematical `𝐀` and the
    /// full-width `Ａ`: a text of them isn't the one that it reads as.
    ///
    /// Those are what RFC 8266, section 2.4, takes for the same (NFKC), without what
    /// belongs to how people write, such as `ª`.
    public static func hasLetterForms(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0x1D400...0x1D7CB, 0x24B6...0x24E9, 0x249C...0x24B5,
                0x1F110...0x1F12B, 0x1F130...0x1F149:
                true
            // ℂ, ℊ, ℵ: letters for numbers and units, but for those that NFC writes as others.
            case 0x2100...0x214F: scalar.properties.isAlphabetic
            default: false
            }
        }
    }

    /// Scripts whose letters are taken for each other's.
    private enum Script {
        case latin, greek, cyrillic, armenian, cherokee, coptic

        /// - Returns: Nil for whatever is of none of them.
        init?(of scalar: Unicode.Scalar) {
            guard scalar.properties.isAlphabetic else { return nil }
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x250...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
                0xA722...0xA7FF,
                0xFF21...0xFF3A, 0xFF41...0xFF5A:
                self = .latin
            case 0x370...0x3E1, 0x3F0...0x3FF, 0x1F00...0x1FFF: self = .greek
            case 0x400...0x52F, 0x1C80...0x1C8A, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
            case 0x531...0x588: self = .armenian
            case 0x13A0...0x13FD, 0xAB70...0xABBF: self = .cherokee
            case 0x3E2...0x3EF, 0x2C80...0x2CFF: self = .coptic
            default: return nil
            }
        }
    }
}

extension Unicode.Scalar.Properties {
    /// Whether one sees that the letters before it are no part of the word behind.
    fileprivate var endsWord: Bool { !isAlphabetic && !isGraphemeExtend && !isDefaultIgnorableCodePoint }
}
