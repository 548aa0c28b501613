/// The packages that a change can break: those that are built from it, or
/// tested against it.
package struct AffectedPackages: Encodable, Sendable {
    /// A package and why it is among them.
    package struct Entry: Encodable, Equatable, Sendable {
        package let package: String
        package let folder: String
        /// The targets that are built from the change, sorted.
        package let targets: [String]
        /// The shortest way from a changed file to the package, as a sentence.
        package let reason: String
    }

    /// These are checked with every change: where everything meets, and the
    /// rules of the repository.
    package static let always = ["Composer", "RepoTool"]

    /// The changed files, sorted.
    package let changes: [String]
    /// Sorted by name.
    package let packages: [Entry]

    /// What differs from the state that another branch has in common with this
    /// one.
    package init(since reference: String, in repository: Repository) async throws {
        let changes = try await ChangedFiles(since: reference, in: repository.root)
        let current = try PackageGraph(repository.packages)
        var base = current
        // Who used what is gone is known only by the manifests of then.
        if changes.paths.contains(where: { $0.hasSuffix("Package.swift") }) {
            do {
                base = try PackageGraph(await BaseManifests.packages(at: changes.base, root: repository.root))
            } catch is RepositoryError {
                let reason = "The manifests of \(changes.base) can't be read, so everything may be affected."
                self.init(changes: changes.paths, packages: Self.everything(in: current, because: reason))
                return
            }
        }
        var readers: [String: [String]] = [:]
        for path in changes.paths where ChangeScope(of: path, in: [current, base]) == .nothing {
            readers[path] = try await ChangedFiles.sources(naming: path, in: repository.root)
        }
        self.init(changes.paths, readers: readers, in: current, base: base)
    }

    /// What follows from changed files.
    ///
    /// - Parameters:
    ///   - readers: The sources that name a file of which nothing is built; those
    ///     of suites read it.
    ///   - current: The packages as they are.
    ///   - base: The packages as they were before the change.
    package init(
        _ changes: [String], readers: [String: [String]] = [:], in current: PackageGraph, base: PackageGraph
    ) {
        var origins: [String: String] = [:]
        for path in changes {
            switch ChangeScope(of: path, in: [current, base]) {
            case .nothing:
                for name in (readers[path] ?? []).flatMap(current.suites) where origins[name] == nil {
                    origins[name] = path
                }
            case .everything(let why):
                self.init(changes: changes, packages: Self.everything(in: current, because: "\(path) \(why)."))
                return
            case .targets(let names):
                for name in names where origins[name] == nil { origins[name] = path }
            }
        }
        let reach = ChangeReach(from: origins, in: [current, base])
        var reached: [String: [String]] = [:]
        for name in reach.order {
            if let package = current.targets[name]?.package { reached[package, default: []].append(name) }
        }
        for name in Self.always where current.packages[name] != nil { reached[name] = reached[name] ?? [] }
        let entries = reached.map { package, targets in
            Entry(
                package: package, folder: current.packages[package]?.folder ?? package, targets: targets.sorted(),
                reason: targets.first.map(reach.sentence(for:)) ?? "\(package) is checked with every change.")
        }
        self.init(changes: changes, packages: entries.sorted { $0.package < $1.package })
    }

    private init(changes: [String], packages: [Entry]) {
        self.changes = changes
        self.packages = packages
    }

    private static func everything(in graph: PackageGraph, because reason: String) -> [Entry] {
        graph.packages.values.sorted { $0.name < $1.name }.map { package in
            Entry(
                package: package.name, folder: package.folder, targets: package.targets.map(\.name).sorted(),
                reason: reason)
        }
    }
}
