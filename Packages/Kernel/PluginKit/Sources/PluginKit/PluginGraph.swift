/// A picture of which plugin depends on which.
public struct PluginGraph: Sendable {
    private let entries: [Composition.Entry]

    /// Creates a picture of a composition.
    public init(_ entries: [Composition.Entry]) {
        self.entries = entries
    }

    /// The composition in the language of Graphviz.
    ///
    /// An arrow points to what is
    /// needed, dotted to what the plugin could do without; from who collects it
    /// leads, dashed, over the extension point to those that contribute. Plugins that are switched off are dashed, too.
    public var dot: String {
        var lines = ["digraph plugins {", "    rankdir=LR;", "    node [shape=box, style=rounded];"]
        let collected = Set(entries.flatMap(\.collects))
        lines += collected.sorted().map { "    \"\($0)\" [shape=plain];" }
        for entry in entries {
            let id = entry.manifest.id
            lines.append("    \"\(id)\"\(entry.isEnabled ? "" : " [style=\"rounded,dashed\"]");")
            lines += entry.dependencies.map { "    \"\(id)\" -> \"\($0)\";" }
            lines += entry.options.map { "    \"\(id)\" -> \"\($0)\" [style=dotted];" }
            lines += entry.collects.map { "    \"\(id)\" -> \"\($0)\" [style=dashed];" }
            lines += collected.intersection(entry.contributions.keys).sorted().map {
                "    \"\($0)\" -> \"\(id)\" [style=dashed];"
            }
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }
}
