package import Foundation

/// The public symbols of a built module and how they belong together, as
/// `swift-symbolgraph-extract` prints them.
package struct SymbolGraph: Sendable {
    /// One public declaration, or one extension of another module's type.
    package struct Symbol: Sendable {
        /// Names it in the whole program: `s:…` for Swift, `c:…` for C.
        package let id: String
        /// What it is, such as `protocol`, `enum.case`, `func` or `extension`.
        package let kind: String
        /// The names of the types around it, then its own.
        package let path: [String]
        /// The declaration on one line, without bodies and documentation.
        package let declaration: String
        /// The ids of the types that the declaration mentions.
        package let mentions: [String]
        /// The comment, its own or that of the requirement it implements.
        package let documentation: String
        package let location: Location?
    }

    /// Where a symbol is written.
    package struct Location: Sendable {
        /// As the compiler was given it.
        package let file: String
        /// From 1.
        package let line: Int
    }

    /// That one symbol is something to another.
    package struct Relationship: Decodable, Sendable {
        /// Such as `memberOf`, `conformsTo` or `requirementOf`.
        package let kind: String
        package let source: String
        package let target: String
        /// The target's name, with its module, if that is another one.
        package let targetFallback: String?
        /// What the source implements, if it implements something.
        package let sourceOrigin: Origin?
        package let swiftConstraints: [Constraint]?

        package struct Origin: Decodable, Sendable {
            package let identifier: String
        }

        package struct Constraint: Decodable, Sendable {
            package let kind: String
            package let lhs: String
            package let rhs: String
        }
    }

    package let module: String
    package let symbols: [Symbol]
    package let relationships: [Relationship]

    /// - Parameter parts: The module's own file, and one for each module whose
    ///   types it extends.
    package init(module: String, parts: [Data]) throws {
        let decoded = try parts.map { try JSONDecoder().decode(Part.self, from: $0) }
        self.module = module
        symbols = decoded.flatMap(\.symbols).map(Symbol.init)
        relationships = decoded.flatMap(\.relationships)
    }
}

extension SymbolGraph.Symbol {
    /// The path with dots, such as `LoginError.tooManyAttempts(retryAfter:)`.
    package var name: String { path.joined(separator: ".") }

    /// Whether others can be declared inside it.
    package var isType: Bool { ["protocol", "struct", "enum", "class", "actor"].contains(kind) }

    fileprivate init(_ part: Part.Symbol) {
        id = part.identifier.precise
        kind = String(part.kind.identifier.trimmingPrefix("swift."))
        path = part.pathComponents
        let fragments = part.declarationFragments ?? []
        declaration = fragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        mentions = fragments.compactMap(\.preciseIdentifier)
        documentation = (part.docComment?.lines ?? []).map(\.text).joined(separator: "\n")
        location = part.location.map { location in
            SymbolGraph.Location(
                file: URL(string: location.uri)?.path ?? location.uri, line: location.position.line + 1)
        }
    }
}

/// One file, with what is read of it.
private struct Part: Decodable {
    struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable {
            let spelling: String
            let preciseIdentifier: String?
        }
        struct Comment: Decodable {
            struct Line: Decodable { let text: String }
            let lines: [Line]
        }
        struct Location: Decodable {
            struct Position: Decodable { let line: Int }
            let uri: String
            let position: Position
        }

        let kind: Kind
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]?
        let docComment: Comment?
        let location: Location?
    }

    let symbols: [Symbol]
    let relationships: [SymbolGraph.Relationship]
}
