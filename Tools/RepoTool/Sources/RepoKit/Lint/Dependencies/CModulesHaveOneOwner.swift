struct CModulesHaveOneOwner: Rule {
    let name = "R8"
    let statement = "A C module is imported by exactly one target, never with `public import` or `package import`."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.role == .cModule }.flatMap { library -> [Finding] in
            let users = codebase.modules.filter { module in
                codebase.uses(of: module).contains { $0.module.name == library.name }
            }
            return sharing(of: library, among: users, in: codebase) + leaks(of: library, through: users)
        }
    }

    private func sharing(of library: Codebase.Module, among users: [Codebase.Module], in codebase: Codebase)
        -> [Finding]
    {
        // The owner is in the module's package and ships.
        let owner = users.first { $0.package.name == library.package.name && !$0.role.isForTests } ?? users.first
        return users.filter { $0.name != owner?.name }.flatMap { user in
            codebase.uses(of: user).filter { $0.module.name == library.name }.map { use in
                finding(
                    at: use, "\(user.name) uses the C module \(library.name), which \(owner?.name ?? "") owns.",
                    remedy: "Add what is needed to \(owner?.name ?? ""): one target keeps the library's rules.")
            }
        }
    }

    private func leaks(of library: Codebase.Module, through users: [Codebase.Module]) -> [Finding] {
        users.flatMap(\.sources).flatMap { source in
            source.imports.filter { statement in
                statement.module == library.name && ["public", "package"].contains(statement.access)
            }.map { statement in
                Finding(
                    name, file: source.path, line: statement.line,
                    message: "`\(source.quote(line: statement.line))` lets types of C leave the target.",
                    remedy: "Write `import \(library.name)`, and wrap what others need in a Swift type.")
            }
        }
    }
}
