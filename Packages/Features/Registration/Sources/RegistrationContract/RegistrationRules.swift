@_spi(_Unicode) import Swift

/// What makes a name acceptable, the same on both sides.
package enum RegistrationRules {
    /// How many characters a name may have.
    package static let maximumNameLength = 100

    /// The name in composed form (NFC), without white space around it; nil if
    /// nothing of it would show.
    package static func normalizedName(_ name: String) -> String? {
        let scalars = Array(name._nfc)
        guard scalars.contains(where: shows),
            let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(String.UnicodeScalarView(scalars[first...last]))
    }

    /// Whether a normalized name can be shown anywhere: it isn't too long and
    /// can't break a line, move a cursor, or turn the text around it.
    package static func isAcceptableName(_ name: String) -> Bool {
        name.count <= maximumNameLength && name.utf8.count <= 4 * maximumNameLength
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: !turnsText(scalar)
                }
            }
    }

    private static func shows(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
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
