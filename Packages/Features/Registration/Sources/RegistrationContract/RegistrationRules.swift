import CoreModels

/// What makes a name acceptable, the same on both sides.
package enum RegistrationRules {
    /// How many characters a name may have.
    package static let maximumNameLength = 100

    /// The name in composed form (NFC), without white space around it; nil if
    /// nothing of it would show.
    package static func normalizedName(_ name: String) -> String? { ReadableText.composed(name) }

    /// Whether a normalized name can be shown anywhere: it isn't too long and
    /// can't break a line, move a cursor, or turn the text around it.
    package static func isAcceptableName(_ name: String) -> Bool {
        name.count <= maximumNameLength && name.utf8.count <= 4 * maximumNameLength
            && ReadableText.isHarmless(name, inLines: false)
    }
}
