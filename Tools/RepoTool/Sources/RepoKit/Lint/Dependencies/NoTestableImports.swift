struct NoTestableImports: Rule {
    let name = "R12"
    let statement = "`@testable import` is not used."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.flatMap(\.sources).flatMap { source in
            source.imports.filter { $0.attributes.contains("@testable") }.map { statement in
                Finding(
                    name, file: source.path, line: statement.line,
                    message: "`@testable import \(statement.module)` reaches for details.",
                    remedy: "Import it plainly, and give `package` access to what is worth a test.")
            }
        }
    }
}
