package struct TestsNameRequirements: Rule {
    package let name = "requirements"
    package let statement =
        "Tests name only requirements that `docs/requirements.md` or the `Requirements.md` of a feature has."

    package init() {}

    package func findings(in codebase: Codebase) -> [Finding] {
        let files = codebase.modules.filter { $0.target.type == "test" }.flatMap(\.sources)
        // Who has no list has no requirements.
        let catalog = (try? RequirementCatalog(root: codebase.root)) ?? RequirementCatalog(text: "")
        return findings(in: files, catalog: catalog)
    }

    /// What is wrong with the list, and the claims in test sources that name
    /// nothing in it.
    package func findings(in files: [SourceFile], catalog: RequirementCatalog) -> [Finding] {
        let known = Set(catalog.identifiers)
        // Most files name none, and need not be read in full.
        let claiming = files.filter { file in file.lines.contains { $0.contains("requirement(") } }
        let unknown = claiming.flatMap { file in
            TestSource(file).claims.filter { !known.contains($0.id) }.map { finding(at: $0, in: file, catalog) }
        }
        let unreadable = catalog.problems.map { problem in
            Finding(
                name, file: problem.file, line: problem.line, message: problem.message,
                remedy: "Write “- **GROUP-01** What it asks for.” below a heading with ##, each identifier once.")
        }
        return unreadable + unknown
    }

    private func finding(
        at claim: TestSource.Claim, in file: SourceFile, _ catalog: RequirementCatalog
    ) -> Finding {
        guard !claim.id.isEmpty else {
            return Finding(
                name, file: file.path, line: claim.line, message: "A requirement isn't named by a literal.",
                remedy: "Write the identifier itself, so that it can be found.")
        }
        let nearest = catalog.nearest(to: claim.id).joined(separator: ", ")
        let guess = nearest.isEmpty ? "" : "Did you mean \(nearest)? "
        return Finding(
            name, file: file.path, line: claim.line, message: "There is no requirement “\(claim.id)”.",
            remedy:
                "\(guess)All are in \(RequirementCatalog.path), and in the \(RequirementCatalog.ownName) of features.")
    }
}
