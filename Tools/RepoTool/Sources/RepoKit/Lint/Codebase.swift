package import Foundation

/// The repository with its sources read, as rules look at it.
package struct Codebase: Sendable {
    /// A target with what is in it.
    package struct Module: Sendable {
        package let target: PackageDescription.Target
        package let package: PackageDescription
        package let role: Role
        package let sources: [SourceFile]

        package var name: String { target.name }
        package var layer: Layer? { package.layer }
    }

    /// That one module uses another, and where it says so first: in the
    /// manifest, or in a source when the manifest is silent.
    package struct Use: Sendable {
        package let module: Module
        package let file: String
        package let line: Int
    }

    package let root: URL
    package let packages: [PackageDescription]
    package let graph: PackageGraph
    /// In the order of the packages, and in each of its manifest.
    package let modules: [Module]
    /// By the folder of the package.
    package let manifests: [String: ManifestText]
    /// By the name of the module that uses, in the order of its manifest.
    private let usesByName: [String: [Use]]

    /// Reads the sources of all targets.
    ///
    /// - Throws: ``RepositoryError``, or what Foundation says about a file that
    ///   can't be read.
    package init(_ repository: Repository) async throws {
        let packages = repository.packages
        let graph = try PackageGraph(packages)
        let read = try await withThrowingTaskGroup(of: (String, [Module]).self) { group in
            for package in packages {
                group.addTask { (package.folder, try await Self.readModules(of: package, in: repository)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let modules = packages.flatMap { read[$0.folder] ?? [] }
        let manifests = try packages.map { ($0.folder, try ManifestText(of: $0, root: repository.root)) }
        self.root = repository.root
        self.packages = packages
        self.graph = graph
        self.modules = modules
        self.manifests = Dictionary(uniqueKeysWithValues: manifests)
        usesByName = Self.uses(among: modules, graph: graph, manifests: self.manifests)
    }

    /// The modules of the repository that one uses.
    func uses(of module: Module) -> [Use] { usesByName[module.name] ?? [] }

    /// Whether there is a folder at a path below the root.
    func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// The manifest that declares a module, and the line.
    func place(of module: Module) -> (file: String, line: Int) {
        let manifest = manifests[module.package.folder]
        return (module.package.folder + "/Package.swift", manifest?.line(ofTarget: module.name) ?? 1)
    }

    @concurrent
    private static func readModules(of package: PackageDescription, in repository: Repository) async throws -> [Module]
    {
        try package.targets.map { target in
            let sources = try repository.sources(in: package.folder + "/" + target.folder)
            return Module(
                target: target, package: package,
                role: Role(target, in: package, hasSources: !sources.isEmpty), sources: sources)
        }
    }

    private static func uses(
        among modules: [Module], graph: PackageGraph, manifests: [String: ManifestText]
    ) -> [String: [Use]] {
        let byName = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0) })
        let pairs = modules.map { module in
            let declared = (graph.targets[module.name]?.dependencies ?? []).compactMap { byName[$0] }
            var uses = declared.map { used in
                Use(
                    module: used, file: module.package.folder + "/Package.swift",
                    line: manifests[module.package.folder]?.line(ofDependency: used.name, in: module.name) ?? 1)
            }
            var known = Set(declared.map(\.name) + [module.name])
            for source in module.sources {
                for statement in source.imports {
                    guard let used = byName[statement.module], known.insert(used.name).inserted else { continue }
                    uses.append(Use(module: used, file: source.path, line: statement.line))
                }
            }
            return (module.name, uses)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
