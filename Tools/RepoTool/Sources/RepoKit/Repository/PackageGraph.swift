/// Who depends on whom, among the packages and among their targets.
package struct PackageGraph: Sendable {
    /// A target and where it is.
    package struct Node: Sendable {
        package let target: PackageDescription.Target
        /// The name of the package.
        package let package: String
        /// The target's folder, relative to the root of the repository.
        package let folder: String
        /// The names of the targets that it depends on, in the manifest's order.
        package let dependencies: [String]
    }

    /// By name.
    package let packages: [String: PackageDescription]
    /// By name: target names are unique in the repository.
    package let targets: [String: Node]

    /// - Throws: ``RepositoryError/unknownDependency(target:name:)`` for a name
    ///   that is no target of the package and no product of any.
    package init(_ descriptions: [PackageDescription]) throws {
        packages = Dictionary(descriptions.map { ($0.name, $0) }) { first, _ in first }
        let products = Dictionary(descriptions.flatMap(\.products).map { ($0.name, $0.targets) }) { first, _ in first }
        var targets: [String: Node] = [:]
        for package in descriptions {
            let own = Set(package.targets.map(\.name))
            for target in package.targets {
                let dependencies = try target.dependencies.flatMap { dependency in
                    if own.contains(dependency.name) { return [dependency.name] }
                    guard let resolved = products[dependency.name] else {
                        throw RepositoryError.unknownDependency(target: target.name, name: dependency.name)
                    }
                    return resolved
                }
                targets[target.name] = Node(
                    target: target, package: package.name, folder: package.folder + "/" + target.folder,
                    dependencies: dependencies)
            }
        }
        self.targets = targets
    }

    /// The names of the packages that a package's manifest declares, sorted.
    package func packageDependencies(of name: String) -> [String] {
        guard let package = packages[name] else { return [] }
        let names = Dictionary(packages.values.map { ($0.identity, $0.name) }) { first, _ in first }
        return package.dependencies.compactMap { names[$0] }.sorted()
    }

    /// The targets that depend on any of the given ones, directly or not, and
    /// those themselves.
    package func reverseClosure(of names: some Sequence<String>) -> Set<String> {
        var users: [String: [String]] = [:]
        for (name, node) in targets {
            for dependency in node.dependencies { users[dependency, default: []].append(name) }
        }
        var reached: Set<String> = []
        var open = Array(names)
        while let name = open.popLast() {
            if reached.insert(name).inserted { open += users[name] ?? [] }
        }
        return reached
    }
}
