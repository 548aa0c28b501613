import Foundation

/// Who depends on whom, to be read by people or programs.
package struct Diagram: Sendable {
    /// How it is written.
    package enum Format: String, CaseIterable, Sendable {
        case text, json, dot, mermaid
    }

    private struct Node: Encodable {
        let name: String
        /// What it lies in: a layer or a package.
        let group: String
        /// The folder, relative to the root of the repository.
        let folder: String
        let dependencies: [String]
    }

    /// Group by group.
    private let groups: [(name: String, nodes: [Node])]

    /// The packages, in their layers.
    package init(packagesOf graph: PackageGraph) {
        let packages = graph.packages.values.sorted { $0.name < $1.name }
        let layers = Dictionary(grouping: packages) { $0.layer ?? .outside }
        groups = layers.sorted { $0.key < $1.key }.map { layer, packages in
            let nodes = packages.map { package in
                Node(
                    name: package.name, group: layer.title, folder: package.folder,
                    dependencies: graph.packageDependencies(of: package.name))
            }
            return (layer.title, nodes)
        }
    }

    /// The targets, in their packages.
    package init(targetsOf graph: PackageGraph) {
        groups = Dictionary(grouping: graph.targets.values, by: \.package).sorted { $0.key < $1.key }
            .map { package, nodes in
                let nodes = nodes.sorted { $0.target.name < $1.target.name }.map { node in
                    Node(
                        name: node.target.name, group: package, folder: node.folder,
                        dependencies: node.dependencies.sorted())
                }
                return (package, nodes)
            }
    }

    /// The text of the diagram, with a newline at its end.
    package func render(as format: Format) throws -> String {
        switch format {
        case .text: text
        case .json: try json
        case .dot: dot
        case .mermaid: mermaid
        }
    }

    private var text: String {
        groups.map { group in
            let nodes = group.nodes.map {
                "  \($0.name)\($0.dependencies.isEmpty ? "" : " → ")\($0.dependencies.joined(separator: ", "))\n"
            }
            return group.name + "\n" + nodes.joined()
        }.joined(separator: "\n")
    }

    private var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(groups.flatMap(\.nodes)), as: UTF8.self) + "\n"
        }
    }

    private var dot: String {
        var lines = ["digraph repository {", "  rankdir=BT; node [shape=box];"]
        for group in groups {
            lines.append("  subgraph \"cluster_\(group.name)\" { label=\"\(group.name)\";")
            lines += group.nodes.map { "    \"\($0.name)\";" }
            lines.append("  }")
        }
        for node in groups.flatMap(\.nodes) {
            lines += node.dependencies.map { "  \"\(node.name)\" -> \"\($0)\";" }
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    private var mermaid: String {
        var lines = ["flowchart BT"]
        for group in groups {
            // A group may have the name of a node, an identifier only once.
            lines.append("    subgraph group-\(identifier(group.name))[\"\(group.name)\"]")
            lines += group.nodes.map { "        \(identifier($0.name))[\"\($0.name)\"]" }
            lines.append("    end")
        }
        for node in groups.flatMap(\.nodes) {
            lines += node.dependencies.map { "    \(identifier(node.name)) --> \(identifier($0))" }
        }
        return (lines + [""]).joined(separator: "\n")
    }

    private func identifier(_ name: String) -> String { name.replacing(" ", with: "-") }
}
