/// Why one package or target depends on another.
package struct DependencyPath: Sendable {
    /// A name that is no package and no target.
    package struct UnknownName: Error, CustomStringConvertible {
        package let name: String
        package let suggestion: String?

        package var description: String {
            "There is no package or target “\(name)”." + (suggestion.map { " Did you mean \($0)?" } ?? "")
        }
    }

    private let from: String
    private let to: String
    /// The targets from one to the other, or `nil` when nothing leads there.
    package let targets: [String]?
    private let graph: PackageGraph

    /// - Throws: ``UnknownName``.
    package init(from: String, to: String, in graph: PackageGraph) throws(UnknownName) {
        self.from = from
        self.to = to
        self.graph = graph
        let starts = try graph.targets(named: from)
        targets = graph.path(from: starts, to: Set(try graph.targets(named: to)))
    }

    /// What `repo why` prints: each step, and the manifest that declares the
    /// next.
    package func render(manifests: [String: ManifestText]) -> String {
        guard let targets else { return "\(from) doesn't depend on \(to).\n" }
        let width = targets.map(\.count).max() ?? 0
        var lines = ["\(from) depends on \(to):"]
        for (index, name) in targets.enumerated() {
            let next = index + 1 < targets.count ? targets[index + 1] : nil
            let folder = graph.targets[name].flatMap { graph.packages[$0.package]?.folder } ?? ""
            let padding = String(repeating: " ", count: width - name.count)
            let line = next.flatMap { manifests[folder]?.line(ofDependency: $0, in: name) }
            lines.append("  " + (index == 0 ? "  " : "→ ") + name + padding + "  " + place(folder, line: line))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func place(_ folder: String, line: Int?) -> String {
        line.map { "\(folder)/Package.swift:\($0)" } ?? folder
    }
}

extension PackageGraph {
    /// The targets that a name stands for: those of a package, or one target.
    fileprivate func targets(named name: String) throws(DependencyPath.UnknownName) -> [String] {
        var names = packages[name]?.targets.map(\.name) ?? []
        if targets[name] != nil && !names.contains(name) { names.append(name) }
        if names.isEmpty { names = packages.values.flatMap(\.products).first { $0.name == name }?.targets ?? [] }
        guard names.isEmpty else { return names }
        let known = Set(packages.keys).union(targets.keys)
        throw DependencyPath.UnknownName(name: name, suggestion: Spelling(name).likely(among: known))
    }
}
