/// The names in keys that stand for several (``ConfigurationKey/named(_:)``).
package enum ConfigurationFamily {
    /// What stands for the name.
    private static let mark = "NAME"

    /// Whether a key stands for several.
    package static func isFamily(_ key: String) -> Bool { key.contains(mark) }

    /// A key in any spelling with a name in it, which is spelled as the rest is.
    static func fill(_ key: String, with name: String) -> String { key.replacing(mark, with: name) }

    /// The name that a key has where another one, in the same spelling, has none; nil
    /// if it isn't one of those.
    package static func name(in key: String, like family: String) -> String? {
        let parts = family.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, key.utf8.count > parts[0].utf8.count + parts[1].utf8.count, key.hasPrefix(parts[0]),
            key.hasSuffix(parts[1])
        else { return nil }
        let name = key.dropFirst(parts[0].count).dropLast(parts[1].count)
        // As the rest of a variable is: nothing but capitals.
        let letters: ClosedRange<Character> = parts[0].contains { $0.isLowercase } ? "a"..."z" : "A"..."Z"
        let isName = name.count <= 20 && name.first.map(letters.contains) == true
        return isName && name.allSatisfy { letters.contains($0) || ("0"..."9").contains($0) } ? name.lowercased() : nil
    }
}
