/// How far a changed file reaches, by where it is.
enum ChangeScope: Equatable {
    /// Nothing is built from it.
    case nothing
    /// All that is built may change; `why` completes “FILE …”.
    case everything(why: String)
    /// It belongs to these targets.
    case targets(Set<String>)

    /// What steers the build, the checks and the tools.
    private static let steering: Set<String> = ["Makefile", ".swift-format", ".swift-version"]
    private static let steeringFolders = ["Tools/", ".github/", ".ci/"]
    /// What the checks read that always run.
    private static let checked: Set<String> = ["CODEOWNERS"]

    /// - Parameter graphs: The packages of today and those of the base: a file
    ///   belongs to whom it belongs to in either.
    init(of path: String, in graphs: [PackageGraph]) {
        let owners = Set(graphs.flatMap { $0.owners(of: path) })
        let packages = graphs.flatMap { $0.packageOwning(path) }
        if owners.isEmpty, path.hasSuffix(".md") || path.hasPrefix("docs/") || Self.checked.contains(path) {
            self = .nothing
        } else if packages.contains(where: { path == $0.folder + "/API.txt" }) {
            self = .nothing
        } else if Self.steering.contains(path) || Self.steeringFolders.contains(where: path.hasPrefix) {
            self = .everything(why: "changes what everything is built or checked with")
        } else if !owners.isEmpty {
            self = .targets(owners)
        } else if !packages.isEmpty {
            // The manifest, or something beside it that only its own targets can reach.
            self = .targets(Set(packages.flatMap { $0.targets.map(\.name) }))
        } else {
            self = .everything(why: "is in no package, and nobody knows what depends on it")
        }
    }
}

extension PackageGraph {
    /// The targets in whose folder a file is; of folders in each other, those of
    /// the innermost.
    fileprivate func owners(of path: String) -> [String] {
        let holders = targets.values.filter { path.hasPrefix($0.folder + "/") }
        let innermost = holders.map(\.folder.count).max()
        return holders.filter { $0.folder.count == innermost }.map(\.target.name)
    }

    /// The suites in whose folder a source is.
    func suites(holding source: String) -> [String] {
        owners(of: source).filter { targets[$0]?.target.type == "test" }
    }

    /// The package in whose folder a file is.
    fileprivate func packageOwning(_ path: String) -> [PackageDescription] {
        packages.values.filter { path.hasPrefix($0.folder + "/") }.max { $0.folder.count < $1.folder.count }
            .map { [$0] } ?? []
    }
}
