import Foundation

/// What a module may show to other packages.
package enum ModuleRole: Sendable {
    /// `*API`: protocols, and the values and errors that they mention.
    case interface
    /// A module that is installed: its plugins, and what they need and offer.
    case plugin
    /// A tool for others, below the features: types.
    case library
    /// `*Testing`, and `*Fuzzing` for the fuzzer: anything.
    case testing

    package init(_ graph: SymbolGraph, packageFolder: String) {
        self =
            if ["Testing", "Fuzzing"].contains(where: graph.module.hasSuffix) {
                .testing
            } else if graph.module.hasSuffix("API") {
                .interface
            } else if packageFolder.hasPrefix("Packages/Features/") || !graph.plugins.isEmpty {
                .plugin
            } else {
                .library
            }
    }
}

/// The rules for the public symbols of a module.
package struct SurfaceRules {
    private let graph: SymbolGraph
    private let role: ModuleRole
    private let folder: String

    /// - Parameter folder: The target's folder, relative to the root of the
    ///   repository.
    package init(_ graph: SymbolGraph, role: ModuleRole, folder: String) {
        self.graph = graph
        self.role = role
        self.folder = folder
    }

    /// What breaks a rule, sorted.
    package var findings: [Finding] {
        var findings = graph.symbols.compactMap(exportedC) + undocumented
        switch role {
        case .interface: findings += graph.symbols.compactMap(unfitForInterface)
        case .plugin: findings += hidden
        case .library: findings += graph.symbols.compactMap(global)
        case .testing: break
        }
        return Set(findings).sorted()
    }

    private func finding(_ rule: String, _ symbol: SymbolGraph.Symbol, _ message: String, _ remedy: String) -> Finding {
        // The compiler was given a path of its own machine.
        let file = symbol.location.flatMap { location in
            location.file.range(of: "/\(folder)/").map { String(location.file[$0.lowerBound...].dropFirst()) }
        }
        return Finding(rule, file: file ?? folder, line: symbol.location?.line ?? 1, message: message, remedy: remedy)
    }

    // MARK: Kinds

    private func unfitForInterface(_ symbol: SymbolGraph.Symbol) -> Finding? {
        guard symbol.isGlobal || symbol.isReference else { return nil }
        return finding(
            "surface", symbol, "\(symbol.name) is public in \(graph.module), and an interface has no \(symbol.noun)s.",
            "Make it a requirement of a protocol, or a `package` type of the implementation."
        )
    }

    private func global(_ symbol: SymbolGraph.Symbol) -> Finding? {
        guard symbol.isGlobal else { return nil }
        return finding(
            "surface", symbol, "\(symbol.name) is a public global \(symbol.noun).",
            "Make it a member of a type, so that it has a place and can't clash with another module's name.")
    }

    /// What a plugin's module shows although nothing of its plugins mentions it.
    private var hidden: [Finding] {
        let shown = graph.reachableFromPlugins
        let owners = graph.owners
        return graph.symbols.compactMap { symbol in
            if shown.contains(symbol.id) {
                guard symbol.isReference else { return nil }
                return finding(
                    "surface", symbol, "A plugin shows the \(symbol.noun) \(symbol.name).",
                    "Show a protocol of an API module instead, and make the \(symbol.noun) `package`.")
            }
            // Its members are refused with it.
            if let owner = owners[symbol.id], !shown.contains(owner) { return nil }
            return finding(
                "surface", symbol, "\(symbol.name) is public, and no plugin of \(graph.module) needs or offers it.",
                "Make it `package`, or, if others are to use it, a protocol or a value of the API module.")
        }
    }

    // MARK: C

    private func exportedC(_ symbol: SymbolGraph.Symbol) -> Finding? {
        let extended = graph.relationships.filter { $0.kind == "extensionTo" && $0.source == symbol.id }.map(\.target)
        guard (symbol.mentions + extended).contains(where: { $0.hasPrefix("c:") }) else { return nil }
        return finding(
            "R8", symbol, "\(symbol.name) shows a C type to others: \(symbol.declaration).",
            "Wrap it in a Swift type; a C module has one owner, and its types stay inside.")
    }

    // MARK: Documentation

    private var undocumented: [Finding] {
        let implementations = Set(
            graph.relationships.filter { $0.sourceOrigin != nil || $0.kind == "defaultImplementationOf" }.map(\.source))
        let requirements = Set(graph.relationships.filter { $0.kind == "requirementOf" }.map(\.source))
        return graph.symbols.compactMap { symbol in
            // A projected value is made by the compiler; an extension is
            // documented at its members.
            if symbol.kind == "extension" || symbol.path.last?.hasPrefix("$") == true { return nil }
            let isDocumented = symbol.documentation.contains { !$0.isWhitespace }
            if !isDocumented, !implementations.contains(symbol.id) {
                let remedy =
                    symbol.kind == "protocol"
                    ? "Say above it what it promises: threads, errors, what cancelling does."
                    : "Write `///` above it: one sentence, then only what the declaration can't say."
                return finding("R15", symbol, "\(symbol.name) has no documentation.", remedy)
            }
            if requirements.contains(symbol.id), symbol.declaration.split(separator: " ").contains("throws"),
                !isExplained(symbol)
            {
                return finding(
                    "R15", symbol, "\(symbol.name) throws any error, and doesn't say which.",
                    "Give it a typed error, or add `- Throws:` to its comment.")
            }
            return nil
        }
    }

    private func isExplained(_ symbol: SymbolGraph.Symbol) -> Bool { symbol.documentation.contains("- Throws:") }
}

extension SymbolGraph.Symbol {
    /// Whether it belongs to no type.
    fileprivate var isGlobal: Bool { path.count == 1 && ["func", "func.op", "var", "macro"].contains(kind) }

    fileprivate var isReference: Bool { ["class", "actor"].contains(kind) }

    /// What it is, in words.
    fileprivate var noun: String {
        switch kind {
        case "class": declaration.split(separator: " ").contains("actor") ? "actor" : "class"
        case "func": "function"
        case "func.op": "operator"
        case "var": "variable"
        default: kind
        }
    }
}
