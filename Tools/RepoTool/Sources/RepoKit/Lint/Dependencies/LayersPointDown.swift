struct LayersPointDown: Rule {
    let name = "R1"
    let statement = "Dependencies point down: Kernel ← Infrastructure ← Features ← Apps, Tests, Tools."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.packages.flatMap { package -> [Finding] in
            guard let layer = package.layer else { return [] }
            return codebase.graph.packageDependencies(of: package.name).compactMap { name in
                guard let other = codebase.graph.packages[name], let otherLayer = other.layer,
                    !mayRest(layer, on: otherLayer)
                else { return nil }
                return Finding(
                    self.name, file: package.folder + "/Package.swift",
                    line: codebase.manifests[package.folder]?.line(ofPackage: other.identity) ?? 1,
                    message: "\(package.name) (\(layer.title)) depends on \(name) (\(otherLayer.title)).",
                    remedy:
                        "Depend on lower layers only: move what both need down, or declare a protocol here that \(name) implements."
                )
            }
        }
    }

    private func mayRest(_ layer: Layer, on other: Layer) -> Bool {
        // Programs don't depend on each other, and nothing on what is outside.
        other < layer || other == layer && layer < .apps
    }
}
