/// A picture of which plugin depends on which.
public struct PluginGraph: Sendable {
    private let entries: [PluginHost.Entry]

    /// Creates a picture of a composition.
    public init(_ entries: [PluginHost.Entry]) {
        self.entries = entries
    }

    /// The composition in the language of Graphviz; plugins that are switched
    /// off are dashed.
    public var graphviz: String {
        var lines = ["digraph plugins {", "    rankdir=LR;", "    node [shape=box, style=rounded];"]
        for entry in entries {
            let style = entry.isEnabled ? "" : " [style=\"rounded,dashed\"]"
            lines.append("    \"\(entry.manifest.id)\"\(style);")
            lines += entry.dependencies.map { "    \"\(entry.manifest.id)\" -> \"\($0)\";" }
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }
}
