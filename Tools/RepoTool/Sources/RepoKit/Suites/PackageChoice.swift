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
        self.known = Spelling(name).nearestFirst(known)
    }

    package var description: String {
        "There is no package “\(name)”. There are, the nearest first:\n    " + known.joined(separator: "\n    ")
    }
}
