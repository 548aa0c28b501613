/// A name as somebody typed it, compared with those that exist; capitals don't
/// count.
package struct Spelling: Sendable {
    private let typed: String

    package init(_ typed: String) {
        self.typed = typed.lowercased()
    }

    /// The names, the most similar first and equally similar ones by alphabet.
    package func nearestFirst(_ names: some Sequence<String>) -> [String] {
        names.map { (distance(to: $0), $0) }.sorted { $0 < $1 }.map(\.1)
    }

    /// The name that was probably meant, if one is similar enough.
    package func likely(among names: some Sequence<String>) -> String? {
        nearestFirst(names).first.flatMap { distance(to: $0) <= max(2, typed.count / 3) ? $0 : nil }
    }

    /// How many letters have to be added, removed or replaced (Levenshtein).
    private func distance(to name: String) -> Int {
        let letters = Array(name.lowercased())
        var row = Array(0...letters.count)
        for (index, letter) in typed.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in letters.indices {
                let replaced = diagonal + (letters[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[letters.count]
    }
}
