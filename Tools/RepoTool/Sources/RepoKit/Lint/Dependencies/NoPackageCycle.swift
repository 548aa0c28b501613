struct NoPackageCycle: Rule {
    let name = "R2"
    let statement = "Packages don't depend on each other in a circle."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.packages.compactMap { package in
            // The first name by alphabet reports it for all that are in it.
            guard let cycle = codebase.graph.cycle(through: package.name), cycle.min() == package.name,
                let next = codebase.graph.packages[cycle[1]]
            else { return nil }
            return Finding(
                name, file: package.folder + "/Package.swift",
                line: codebase.manifests[package.folder]?.line(ofPackage: next.identity) ?? 1,
                message: "The packages depend on each other: \(cycle.joined(separator: " → ")).",
                remedy: "Move what they share to a package below them, or join them in a coordinator of ComposerFlows.")
        }
    }
}
