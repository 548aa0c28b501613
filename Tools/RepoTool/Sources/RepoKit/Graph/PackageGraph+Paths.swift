extension PackageGraph {
    /// The shortest way from one of some targets to one of others.
    ///
    /// Both ends are included; `nil` when nothing leads there. What ships comes
    /// before tests.
    ///
    /// - Parameter avoided: Targets through which it may not lead.
    package func path(
        from starts: [String], to ends: Set<String>, avoiding avoided: Set<String> = []
    ) -> [String]? {
        let shipping = starts.filter { targets[$0]?.target.type != "test" }
        let next = { (name: String) in dependencies(of: name).filter { !avoided.contains($0) } }
        return Self.shortestPath(from: shipping, to: ends, next: next)
            ?? Self.shortestPath(from: starts, to: ends, next: next)
    }

    /// The shortest way of packages that leads from one back to itself.
    package func cycle(through package: String) -> [String]? {
        Self.shortestPath(from: packageDependencies(of: package), to: [package], next: packageDependencies)
            .map { [package] + $0 }
    }

    private func dependencies(of target: String) -> [String] { targets[target]?.dependencies ?? [] }

    private static func shortestPath(
        from starts: [String], to ends: Set<String>, next: (String) -> [String]
    ) -> [String]? {
        // Where each name was reached from; starts were reached from nowhere.
        var origins: [String: String?] = [:]
        for start in starts { origins.updateValue(nil, forKey: start) }
        var open = starts[...]
        while let name = open.popFirst() {
            if ends.contains(name) {
                return Array(sequence(first: name) { origins[$0] ?? nil }.reversed())
            }
            for neighbour in next(name) where !origins.keys.contains(neighbour) {
                origins.updateValue(name, forKey: neighbour)
                open.append(neighbour)
            }
        }
        return nil
    }
}
