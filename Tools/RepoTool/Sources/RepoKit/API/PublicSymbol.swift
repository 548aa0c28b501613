import Foundation

/// A line of `API.txt`: what others may rely on, as they would write it.
package struct PublicSymbol: Hashable, Sendable {
    package let module: String
    /// The names of the types around it, then its own, with dots.
    package let path: String
    package let declaration: String

    package init(module: String, path: String, declaration: String) {
        self.module = module
        self.path = path
        self.declaration = declaration
    }

    /// Reads a line.
    ///
    /// - Returns: `nil` for a comment, an empty line, and what has no three parts.
    package init?(line: some StringProtocol) {
        // No declaration has two spaces in a row, outside of literals.
        let parts = line.split(separator: "  ", maxSplits: 2).map { String($0) }
        guard !line.hasPrefix("#"), parts.count == 3 else { return nil }
        self.init(module: parts[0], path: parts[1], declaration: parts[2])
    }

    package var line: String { "\(module)  \(path)  \(declaration)" }
}

extension PublicSymbol: Comparable {
    package static func < (one: Self, other: Self) -> Bool {
        (one.module, one.path, one.declaration) < (other.module, other.path, other.declaration)
    }
}

extension SymbolGraph {
    /// One line for each symbol, and one for each conformance that has a
    /// condition; the others are part of their type's declaration.
    package var publicSymbols: Set<PublicSymbol> {
        let conformances = Dictionary(grouping: promises, by: \.type)
        return Set(
            symbols.flatMap { symbol in
                let promised = conformances[symbol.id] ?? []
                // A protocol's declaration has what it inherits, an extension's
                // has its condition.
                let named = promised.filter { symbol.kind == "extension" || $0.condition.isEmpty }.map(\.name)
                let declaration = symbol.kind == "protocol" ? symbol.declaration : symbol.declaration.adding(named)
                let conditional = promised.filter { symbol.kind != "extension" && !$0.condition.isEmpty }
                    .map { "extension \(symbol.name) : \($0.name) where \($0.condition)" }
                return ([declaration] + conditional).map {
                    PublicSymbol(module: module, path: symbol.name, declaration: $0)
                }
            })
    }

    /// That a type conforms to a protocol or inherits from a class.
    fileprivate struct Promise: Hashable {
        let type: String
        let name: String
        /// Empty when there is none.
        let condition: String
    }

    /// The conformances that somebody wrote down: not what every type has, and
    /// not what follows from another one.
    private var promises: Set<Promise> {
        let names = Dictionary(symbols.map { ($0.id, $0.name) }) { first, _ in first }
        let extensions = Set(symbols.filter { $0.kind == "extension" }.map(\.id))
        let all = Set(
            relationships.filter { ["conformsTo", "inheritsFrom"].contains($0.kind) }.map { relationship in
                // Another module's name comes with the module.
                let name = relationship.targetFallback.map { String($0.drop { $0 != "." }.dropFirst()) }
                return Promise(
                    type: relationship.source,
                    name: names[relationship.target] ?? name ?? relationship.target,
                    condition: relationship.condition)
            })
        return all.filter { promise in
            let others = all.filter { $0.type == promise.type && $0.name != promise.name }
            return switch promise.name {
            case let name where Self.marks.contains(name): false
            case "Equatable": !others.contains { ["Hashable", "Comparable"].contains($0.name) && $0.covers(promise) }
            case "Sendable":
                !others.contains { $0.name == "Error" || extensions.contains($0.type) && !Self.marks.contains($0.name) }
            default: true
            }
        }
    }

    private static let marks: Set = ["Copyable", "Escapable", "SendableMetatype"]
}

extension SymbolGraph.Promise {
    /// Whether it holds wherever the other one does.
    fileprivate func covers(_ other: Self) -> Bool { condition.isEmpty || condition == other.condition }
}

extension SymbolGraph.Relationship {
    /// The condition of a conformance, as in its `where` clause.
    fileprivate var condition: String {
        (swiftConstraints ?? []).filter { !["Copyable", "Escapable"].contains($0.rhs) }
            .map { "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)" }.joined(separator: ", ")
    }
}

extension String {
    /// A type's declaration with what it conforms to, before its conditions.
    fileprivate func adding(_ conformances: [String]) -> String {
        guard !conformances.isEmpty else { return self }
        let place = range(of: " where ")?.lowerBound ?? endIndex
        return self[..<place] + " : " + conformances.sorted().joined(separator: ", ") + self[place...]
    }
}
