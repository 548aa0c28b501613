struct InterfacesStayLight: Rule {
    let name = "R5"
    let statement =
        "`*API` imports only Kernel and other `*API`s, and FoundationEssentials where a type needs it; full Foundation never."

    private static let toolchain: Set = ["FoundationEssentials", "Swift", "Synchronization"]

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.role == .api || $0.role == .serviceAPI }.flatMap { module in
            codebase.uses(of: module).filter { !mayUse($0.module, module) }.map { use in
                finding(
                    at: use, "\(module.name) uses \(use.module.name), and so does everybody who uses \(module.name).",
                    remedy:
                        "Let an interface speak of Kernel types and other *APIs, and move the rest to a target behind it."
                )
            }
                + module.toolchainImports(in: codebase, except: Self.toolchain).map { source, statement in
                    Finding(
                        name, file: source.path, line: statement.line,
                        message:
                            "\(module.name) imports \(statement.module), and so does everybody who uses \(module.name).",
                        remedy: "FoundationEssentials has the types that an interface needs.")
                }
        }
    }

    private func mayUse(_ used: Codebase.Module, _ module: Codebase.Module) -> Bool {
        switch used.role {
        case .api: true
        case .serviceAPI: module.role == .serviceAPI
        case .testing: false
        default: used.layer == .kernel
        }
    }
}
