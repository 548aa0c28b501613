/// How addresses are spelled (D24, Unicode Standard Annex 15).
extension EmailAddress {
    /// The text with the letters of ASCII in lower case.
    static func foldingASCII(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isUpper = ("A"..."Z").contains(scalar)
            scalars.append(isUpper ? Unicode.Scalar(UInt8(ascii: scalar) | 0x20) : scalar)
        }
        return String(scalars)
    }

    /// Whether no letter stands for another one, all can be seen, and each mark has a letter.
    var isUnmistakable: Bool {
        if description.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        return !beginsWithMark && !description.unicodeScalars.contains(where: Self.isSingleton)
            && !description.composed.unicodeScalars.contains(where: Self.isCompatibility)
    }

    /// Whether the part before the @, or what follows a dot in it, begins with a mark: that
    /// stands on whatever is before it, such as what a page says.
    private var beginsWithMark: Bool {
        localPart.unicodeScalars.split(separator: ".").contains { part in
            switch part.first?.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: false
            }
        }
    }

    /// A letter that NFC writes as another one, such as the KELVIN SIGN.
    ///
    /// One that it writes as a letter and its mark is only spelled in another
    /// way.
    private static func isSingleton(_ scalar: Unicode.Scalar) -> Bool {
        let composed = String(scalar).composedScalars
        return composed.count == 1 && composed.first != scalar
    }

    /// A letter in composed text that NFKC would write in another way, or one
    /// that isn't seen.
    ///
    /// The standard library doesn't tell what NFKC does, but what NFKC with case
    /// folding changes. Where case folding alone doesn't, it is NFKC, or that
    /// the letter is ignored; capitals are judged by their small letter.
    private static func isCompatibility(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard properties.changesWhenNFKCCaseFolded else { return false }
        if !properties.changesWhenCaseFolded || small.contains(scalar) { return true }
        return properties.changesWhenLowercased
            && properties.lowercaseMapping.unicodeScalars.contains(where: isCompatibility)
    }

    /// The letters that both case folding and NFKC change, in Unicode 17: long
    /// s, ligatures, and letters used as symbols.
    private static let small: Set<Unicode.Scalar> = [
        "\u{B5}", "\u{149}", "\u{17F}", "\u{3D0}", "\u{3D1}", "\u{3D5}", "\u{3D6}", "\u{3F0}", "\u{3F1}", "\u{3F4}",
        "\u{3F5}", "\u{587}", "\u{1E9A}", "\u{1E9B}", "\u{FB00}", "\u{FB01}", "\u{FB02}", "\u{FB03}", "\u{FB04}",
        "\u{FB05}", "\u{FB06}", "\u{FB13}", "\u{FB14}", "\u{FB15}", "\u{FB16}", "\u{FB17}",
    ]
}
