struct ContractsStayPlain: Rule {
    let name = "R6"
    let statement = "`*Contract` imports only FoundationEssentials and CoreModels, and is in no product."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.role == .contract }.flatMap { module in
            codebase.uses(of: module).filter { $0.module.name != "CoreModels" }.map { use in
                finding(
                    at: use, "\(module.name) uses \(use.module.name), so the wire changes when that does.",
                    remedy: "Spell the wire types out, of CoreModels and the standard library.")
            }
                + module.toolchainImports(in: codebase, except: ["FoundationEssentials", "Swift"]).map {
                    source, statement in
                    Finding(
                        name, file: source.path, line: statement.line,
                        message: "\(module.name) imports \(statement.module).",
                        remedy: "FoundationEssentials is enough.")
                }
                + module.package.products.filter { $0.targets.contains(module.name) }.map { product in
                    finding(
                        at: module, in: codebase, "\(module.name) is in the product \(product.name).",
                        remedy: "Take it out: the wire belongs to the feature, and others ask its API.")
                }
        }
    }
}
