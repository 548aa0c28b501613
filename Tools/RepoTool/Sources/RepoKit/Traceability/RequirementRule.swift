/// Tests name only requirements that exist.
package enum RequirementRule {
    package static let name = "requirements"

    /// What is wrong with the list of requirements and with the tests that
    /// name them.
    package static func findings(in repository: Repository) throws -> [Finding] {
        let catalog = try RequirementCatalog(root: repository.root)
        let folders = repository.packages.flatMap { package in
            package.targets.filter { $0.type == "test" }.map { package.folder + "/" + $0.folder }
        }
        let files = try folders.flatMap { try repository.sources(in: $0) }
        return catalog.findings + findings(in: files, catalog: catalog)
    }

    /// The claims in test sources that name no requirement.
    package static func findings(in files: [SourceFile], catalog: RequirementCatalog) -> [Finding] {
        let known = Set(catalog.identifiers)
        // Most files name none, and need not be read in full.
        let claiming = files.filter { file in file.lines.contains { $0.contains("requirement(") } }
        return claiming.flatMap { file in
            TestSource(file).claims.filter { !known.contains($0.id) }.map { claim in
                claim.id.isEmpty
                    ? Finding(
                        name, file: file.path, line: claim.line, message: "A requirement isn't named by a literal.",
                        remedy: "Write the identifier itself, so that it can be found.")
                    : Finding(
                        name, file: file.path, line: claim.line, message: "There is no requirement “\(claim.id)”.",
                        remedy: """
                            Did you mean \(catalog.nearest(to: claim.id).joined(separator: ", "))? All are in \
                            \(RequirementCatalog.path).
                            """)
            }
        }
    }
}
