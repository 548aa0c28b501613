extension SymbolGraph {
    /// The ids of the types that the programs install.
    package var plugins: Set<String> {
        Set(relationships.filter { $0.kind == "conformsTo" && $0.targetFallback == "PluginKit.Plugin" }.map(\.source))
    }

    /// The ids of the plugins, of their members, and of what those mention.
    ///
    /// A type inside a shown type isn't shown by that: somebody has to mention
    /// it, or it is what the plugin protocol asks for.
    package var reachableFromPlugins: Set<String> {
        let known = Dictionary(symbols.map { ($0.id, $0) }) { first, _ in first }
        let owners = owners
        let members = Dictionary(grouping: symbols.filter { owners[$0.id] != nil }) { owners[$0.id] ?? "" }
        let asked = Set(relationships.filter { $0.sourceOrigin != nil }.map(\.source))
        var reached: Set<String> = []
        var open = Array(plugins)
        while let id = open.popLast() {
            guard let symbol = known[id], reached.insert(id).inserted else { continue }
            open += symbol.mentions
            open += members[id, default: []].filter { !$0.isType || asked.contains($0.id) }.map(\.id)
        }
        return reached
    }

    /// By a symbol's id, that of the type or extension it is declared in.
    package var owners: [String: String] {
        let kinds: Set = ["memberOf", "requirementOf", "optionalRequirementOf"]
        return Dictionary(relationships.filter { kinds.contains($0.kind) }.map { ($0.source, $0.target) }) { $1 }
    }
}
