/// Some packages of a repository, named by a person.
package struct PackageChoice: Equatable, Sendable {
    package let names: Set<String>

    /// - Throws: ``UnknownPackage`` for a name that no package has.
    package init(_ words: some Sequence<String>, among packages: [PackageDescription]) throws(UnknownPackage) {
        let known = packages.map(\.name)
        for word in words where !known.contains(word) { throw UnknownPackage(word, among: known) }
        names = Set(words)
    }
}

/// A name that no package has.
package struct UnknownPackage: Error, CustomStringConvertible {
    private let name: String
    /// All names that there are, the most similar first.
    package let known: [String]

    fileprivate init(_ name: String, among known: [String]) {
        self.name = name
        self.known = known.map { (Self.distance($0.lowercased(), name.lowercased()), $0) }
            .sorted { $0 < $1 }.map(\.1)
    }

    package var description: String {
        "There is no package “\(name)”. There are, the nearest first:\n    " + known.joined(separator: "\n    ")
    }

    /// How many characters have to be added, removed or replaced (Levenshtein).
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (line, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, otherLetter) in other.enumerated() {
                let replaced = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
