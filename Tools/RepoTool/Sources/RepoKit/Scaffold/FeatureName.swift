/// The name of a feature, such as `OfflineQueue`, in the forms that it takes.
package struct FeatureName: Hashable, Sendable, CustomStringConvertible {
    /// The endings by which the targets of a feature are told apart.
    private static let roles = [
        "API", "Client", "Contract", "Operations", "Presentation", "Screens", "Service", "Slice", "Testing", "Tests",
        "Wiring",
    ]

    package let description: String
    /// Its words in lower case: `["offline", "queue"]`.
    private let words: [String]

    /// - Throws: ``ScaffoldError/name(_:reason:)`` for a name that isn't in
    ///   UpperCamelCase, and for one that ends as a target does.
    package init(_ text: String) throws(ScaffoldError) {
        guard let first = text.first, first.isASCII, first.isUppercase,
            text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { throw .name(text, reason: "is not in UpperCamelCase: ASCII letters and digits, a capital first") }
        guard (3...40).contains(text.count) else { throw .name(text, reason: "has not 3 to 40 characters") }
        if let role = Self.roles.first(where: text.hasSuffix) {
            throw .name(text, reason: "ends in “\(role)”, which a target of the feature is called by")
        }
        description = text
        words = Self.words(of: text)
    }

    /// `offline-queue`: in commands, paths and the names of teams and pages.
    package var kebab: String { words.joined(separator: "-") }
    /// `offline_queue`: in settings, tables and codes.
    package var snake: String { words.joined(separator: "_") }
    /// `offlineQueue`: as a property.
    var camel: String { words[0] + description.dropFirst(words[0].count) }
    /// `OFFLINEQUEUE`: what the identifiers of its requirements begin with.
    package var capitals: String { words.joined().uppercased() }
    /// `offline queue`: within a sentence.
    package var phrase: String { words.joined(separator: " ") }
    /// `Offline queue`: at the beginning of one.
    package var title: String { phrase.prefix(1).uppercased() + phrase.dropFirst() }

    /// A word begins with a capital after a small letter or a digit, and with
    /// the last of several capitals: `HTTPProxy` is `http` and `proxy`.
    private static func words(of text: String) -> [String] {
        let characters = Array(text)
        var words: [String] = []
        for (index, character) in characters.enumerated() {
            let previous = index > 0 ? characters[index - 1] : nil
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            let begins = character.isUppercase && (previous?.isUppercase != true || next?.isLowercase == true)
            if begins || words.isEmpty { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
        return words
    }
}
