/// How a change spreads from the targets that hold the changed files to those
/// that use them.
struct ChangeReach {
    /// The targets in the order in which the change reaches them: the nearest
    /// first.
    private(set) var order: [String] = []
    private let origins: [String: String]
    private var sources: [String: String] = [:]
    private let packageFolders: [String: Set<String>]

    /// - Parameters:
    ///   - origins: The targets that hold a changed file, and that file.
    ///   - graphs: A dependency in any of them counts.
    init(from origins: [String: String], in graphs: [PackageGraph]) {
        self.origins = origins
        packageFolders = graphs.reduce(into: [:]) { folders, graph in
            for package in graph.packages.values {
                for target in package.targets { folders[target.name, default: []].insert(package.folder + "/") }
            }
        }
        var users: [String: Set<String>] = [:]
        for graph in graphs {
            for (name, node) in graph.targets {
                for dependency in node.dependencies { users[dependency, default: []].insert(name) }
            }
            for (program, test) in graph.programTests { users[program, default: []].insert(test) }
        }
        order = origins.keys.sorted()
        var reached = Set(order)
        var position = 0
        while position < order.count {
            let name = order[position]
            position += 1
            for user in (users[name] ?? []).sorted() where reached.insert(user).inserted {
                sources[user] = name
                order.append(user)
            }
        }
    }

    private func isPart(_ file: String, of target: String) -> Bool {
        (packageFolders[target] ?? []).contains(where: file.hasPrefix)
    }

    /// Says how a change reaches a target.
    func sentence(for target: String) -> String {
        var chain = [target]
        while let source = chain.last.flatMap({ sources[$0] }) { chain.append(source) }
        let file = chain.last.flatMap { origins[$0] } ?? ""
        guard chain.count > 1 else {
            return "\(file) changed, which \(isPart(file, of: target) ? "is part of \(target)" : "\(target) reads")."
        }
        return "\(target) uses \(chain.dropFirst().joined(separator: ", which uses ")), where \(file) changed."
    }
}

extension PackageGraph {
    /// The programs that are delivered, each with the test targets that start
    /// them: a dependency that no manifest can state.
    var programTests: [(program: String, test: String)] {
        let programs = packages.values.filter(\.deliversPrograms)
            .flatMap(\.products).filter(\.isExecutable).flatMap(\.targets)
        let tests = packages.values.filter(\.testsPrograms).flatMap(\.targets).map(\.name)
        return programs.flatMap { program in tests.map { (program, $0) } }
    }
}
