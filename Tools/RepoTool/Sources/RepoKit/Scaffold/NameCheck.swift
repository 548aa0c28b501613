import Foundation

/// Whether a feature may have a name.
struct NameCheck {
    let repository: Repository
    /// The modules of the toolchain.
    let modules: Set<String>

    /// - Throws: ``ScaffoldError/taken(_:by:)``.
    func check(_ name: FeatureName) throws {
        let identity = name.description.lowercased()
        if let package = repository.packages.first(where: { $0.identity == identity }) {
            throw ScaffoldError.taken("\(name)", by: "\(package.folder) is a package of that name")
        }
        let folder = "Packages/Features/\(name)", page = "docs/features/\(name.kebab).md"
        for path in [folder, page]
        where FileManager.default.fileExists(atPath: repository.root.appending(path: path).path) {
            throw ScaffoldError.taken("\(name)", by: "\(path) exists")
        }
        let roles = [
            "", "API", "Contract", "Client", "Service", "ServiceAPI", "Presentation", "Operations", "Screens",
            "Testing",
        ]
        let targets = roles.map { "\(name)\($0)" } + roles.dropFirst().map { "\(name)\($0)Tests" }
        if let module = targets.first(where: modules.contains) {
            throw ScaffoldError.taken("\(name)", by: "\(module) is a module of the Swift toolchain")
        }
        for package in repository.packages {
            if let target = package.targets.first(where: { targets.contains($0.name) }) {
                throw ScaffoldError.taken("\(name)", by: "\(target.name) is a target of \(package.folder)")
            }
        }
        let requirements = try RequirementCatalog(root: repository.root).identifiers
        if let requirement = requirements.first(where: { $0.hasPrefix(name.capitals + "-") }) {
            throw ScaffoldError.taken("\(name)", by: "\(requirement) is a requirement of something else")
        }
        try checkWord(name)
    }

    /// Commands, plugins and paths are told apart by a word that the compiler
    /// doesn't know.
    private func checkWord(_ name: FeatureName) throws {
        let uses = [
            #"\bCommand\(\s*"\#(name.kebab)""#, #"\bid: "\#(name.kebab)(-commands|-operations)?""#,
            #""/\#(name.kebab)""#,
        ]
        let pattern = try Regex(uses.joined(separator: "|"))
        for package in repository.packages where ["Packages", "Apps"].contains(package.folder.prefix { $0 != "/" }) {
            for source in try repository.sources(in: package.folder + "/Sources") {
                let text = source.lines.joined(separator: "\n")
                if text.contains(name.kebab), text.contains(pattern) {
                    throw ScaffoldError.taken("\(name)", by: "\(source.path) uses “\(name.kebab)”")
                }
            }
        }
    }
}
