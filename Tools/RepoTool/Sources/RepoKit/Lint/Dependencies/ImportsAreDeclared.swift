struct ImportsAreDeclared: Rule {
    let name = "R13"
    let statement =
        "Every import is declared in the manifest, every declared dependency is imported; nothing is re-exported."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.role != .cModule }.flatMap { module in
            undeclared(by: module, in: codebase) + unused(by: module, in: codebase) + exported(by: module)
        } + codebase.packages.flatMap { unusedPackages(of: $0, in: codebase) }
    }

    private func undeclared(by module: Codebase.Module, in codebase: Codebase) -> [Finding] {
        let manifest = module.package.folder + "/Package.swift"
        let declared = Set(codebase.uses(of: module).filter { $0.file == manifest }.map(\.module.name))
        // Each once, where the other rules find it, too: its first import.
        var known = declared.union(Toolchain.modules).union([module.name])
        return module.sources.flatMap { source in
            source.imports.filter { known.insert($0.module).inserted }.map { statement in
                Finding(
                    name, file: source.path, line: statement.line,
                    message: "\(module.name) imports \(statement.module) without declaring it.",
                    remedy: remedy(for: statement.module, in: module, codebase))
            }
        }
    }

    private func remedy(for name: String, in module: Codebase.Module, _ codebase: Codebase) -> String {
        if let owner = codebase.graph.targets[name]?.package {
            return "Add \(name) (package \(owner)) to the dependencies of \(module.name) in "
                + "\(module.package.folder)/Package.swift."
        }
        let folders = codebase.packages.map { "\($0.folder)/Sources/\(name)" }
        if let folder = folders.first(where: codebase.isFolder) {
            return
                "\(folder) is there, and no manifest declares it: add `.target(name: \"\(name)\")` to that of its package."
        }
        return "No package has a target of that name, and the toolchain's modules are listed in Toolchain.swift."
    }

    private func unused(by module: Codebase.Module, in codebase: Codebase) -> [Finding] {
        let imported = Set(module.sources.flatMap(\.imports).map(\.module))
        return codebase.uses(of: module).filter { use in
            // A program is depended on so that it is there to be run.
            use.module.target.type != "executable" && !imported.contains(use.module.name)
        }.map { use in
            finding(
                at: use, "\(module.name) declares \(use.module.name) and never imports it.",
                remedy: "Remove it from the dependencies of \(module.name).")
        }
    }

    private func exported(by module: Codebase.Module) -> [Finding] {
        module.sources.flatMap { source in
            source.imports.filter { $0.attributes.contains("@_exported") }.map { statement in
                Finding(
                    name, file: source.path, line: statement.line,
                    message: "`@_exported import \(statement.module)` hides a dependency from those who use it.",
                    remedy: "Import it plainly; who uses \(statement.module) imports and declares it.")
            }
        }
    }

    private func unusedPackages(of package: PackageDescription, in codebase: Codebase) -> [Finding] {
        let used = Set(
            codebase.modules.filter { $0.package.name == package.name }.flatMap(codebase.uses).map(
                \.module.package.name))
        return codebase.graph.packageDependencies(of: package.name).filter { !used.contains($0) }.map { name in
            let identity = codebase.graph.packages[name]?.identity ?? ""
            return Finding(
                self.name, file: package.folder + "/Package.swift",
                line: codebase.manifests[package.folder]?.line(ofPackage: identity) ?? 1,
                message: "\(package.name) declares the package \(name) and no target uses it.",
                remedy: "Remove the line.")
        }
    }
}
