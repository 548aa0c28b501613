extension Repository {
    /// The sources of all test targets, sorted by the target's name.
    package func testSources() throws -> [(target: String, files: [SourceFile])] {
        let targets = packages.flatMap { package in
            package.targets.filter { $0.type == "test" }.map { ($0.name, package.folder + "/" + $0.folder) }
        }
        return try targets.sorted { $0.0 < $1.0 }.map { ($0.0, try sources(in: $0.1)) }
    }
}

extension ProgramReach {
    /// Reads the programs, and what tests share.
    package init(_ repository: Repository) throws {
        let wiring = try repository.sources(below: "Apps") { $0.name.hasSuffix("Wiring") }
        let shared = try repository.sources(below: "Packages") { target in
            target.name.hasSuffix("Testing") || target.type != "test" && target.folder.hasPrefix("Tests/")
        }
        self.init(wiring: wiring, shared: shared)
    }
}

extension Repository {
    fileprivate func sources(
        below area: String, where isWanted: (PackageDescription.Target) -> Bool
    ) throws -> [SourceFile] {
        try packages.filter { $0.folder.hasPrefix(area + "/") }.flatMap { package in
            try package.targets.filter(isWanted).flatMap { try sources(in: package.folder + "/" + $0.folder) }
        }
    }
}

/// What a source file says about tests: which there are, and which requirements
/// they and their suites claim to prove.
package struct TestSource: Sendable {
    /// A function with `@Test`.
    package struct Test: Hashable, Sendable {
        /// The names of the suites around it and its own, joined by `/`.
        package let name: String
        package let requirements: [String]

        package init(name: String, requirements: [String]) {
            self.name = name
            self.requirements = requirements
        }
    }

    /// An identifier in a `.requirement(…)` and the line where it stands.
    package struct Claim: Hashable, Sendable {
        /// Empty where something else than a string literal stands.
        package let id: String
        package let line: Int
    }

    package private(set) var tests: [Test] = []
    /// The requirements of suites, by the suite's name.
    package private(set) var suites: [String: [String]] = [:]
    /// All claims in the order of the file.
    package private(set) var claims: [Claim] = []

    package init(_ file: SourceFile) {
        self.init(tokens: SwiftToken.tokens(of: file.lines.joined(separator: "\n")))
    }

    private init(tokens: [SwiftToken]) {
        var rest = tokens[...]
        // The braces that are open, each with the type that it belongs to.
        var scopes: [String?] = []
        var opening: String?
        var ofTest: [String]?
        var ofSuite: [String]?
        while let token = rest.popFirst() {
            switch token.kind {
            case .sign("@"):
                guard case .word(let attribute)? = rest.first?.kind, attribute == "Test" || attribute == "Suite" else {
                    continue
                }
                rest.removeFirst()
                let identifiers = readClaims(&rest)
                if attribute == "Test" { ofTest = identifiers } else { ofSuite = identifiers }
            case .sign("{"):
                scopes.append(opening)
                opening = nil
            case .sign("}"): _ = scopes.popLast()
            case .word("struct"), .word("class"), .word("enum"), .word("actor"), .word("extension"):
                guard let name = Self.readName(&rest) else { continue }
                opening = name
                if let identifiers = ofSuite {
                    suites[Self.joined(scopes, name), default: []] += identifiers
                    ofSuite = nil
                }
            case .word("func"):
                guard let requirements = ofTest, case .word(let name)? = rest.popFirst()?.kind else { continue }
                tests.append(Test(name: Self.joined(scopes, name), requirements: requirements))
                ofTest = nil
            default: break
            }
        }
    }

    /// The claims among the arguments of an attribute, which are taken off.
    private mutating func readClaims(_ rest: inout ArraySlice<SwiftToken>) -> [String] {
        guard rest.first?.kind == .sign("(") else { return [] }
        var identifiers: [String] = []
        var depth = 0
        // The depth inside the parentheses of a `.requirement(`.
        var inside: Int?
        while let token = rest.popFirst() {
            switch token.kind {
            case .sign("("), .sign("["), .sign("{"): depth += 1
            case .sign(")"), .sign("]"), .sign("}"):
                if depth == inside { inside = nil }
                depth -= 1
                if depth == 0 { return identifiers }
            case .word("requirement") where rest.first?.kind == .sign("("): inside = depth + 1
            case .text(let id) where inside == depth:
                identifiers.append(id)
                claims.append(Claim(id: id, line: token.line))
            case .word where inside != nil: claims.append(Claim(id: "", line: token.line))
            default: break
            }
        }
        return identifiers
    }

    /// The name after `struct` and its like, with dots as slashes, or `nil`
    /// for `class func` and such.
    private static func readName(_ rest: inout ArraySlice<SwiftToken>) -> String? {
        guard case .word(let first)? = rest.first?.kind, first != "func", first != "var", first != "let" else {
            return nil
        }
        rest.removeFirst()
        var name = first
        while rest.first?.kind == .sign("."), case .word(let next)? = rest.dropFirst().first?.kind {
            name += "/" + next
            rest.removeFirst(2)
        }
        return name
    }

    private static func joined(_ scopes: [String?], _ name: String) -> String {
        (scopes.compactMap { $0 } + [name]).joined(separator: "/")
    }
}
