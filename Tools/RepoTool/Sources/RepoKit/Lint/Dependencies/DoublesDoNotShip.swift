struct DoublesDoNotShip: Rule {
    let name = "R11"
    let statement = "No production target depends on a `*Testing` target, or imports a test framework."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.layer != .outside && !$0.role.isForTests }.flatMap { module in
            codebase.uses(of: module).filter { $0.module.role.isForTests }.map { use in
                finding(
                    at: use, "\(module.name) ships and depends on \(use.module.name), which is for tests.",
                    remedy: "Move the dependency to the test target that needs it.")
            }
                + module.sources.flatMap { source in
                    source.imports.filter { ["Testing", "XCTest"].contains($0.module) }.map { statement in
                        Finding(
                            name, file: source.path, line: statement.line,
                            message: "\(module.name) ships and imports \(statement.module).",
                            remedy: "Move what is for tests to a *Testing target.")
                    }
                }
        }
    }
}
