struct DialoguesStayNeutral: Rule {
    let name = "dialogue"
    let statement = "`*Dialogue` imports only Kernel and the `*API`s of features, and is in no product."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.role == .dialogue }.flatMap { module in
            codebase.uses(of: module).filter { !isNeutral($0.module) }.map { use in
                finding(
                    at: use, "\(module.name) uses \(use.module.name), which not every presentation has.",
                    remedy: "Decide with values, and let each presentation ask and show.")
            }
                + module.package.products.filter { $0.targets.contains(module.name) }.map { product in
                    finding(
                        at: module, in: codebase, "\(module.name) is in the product \(product.name).",
                        remedy: "Take it out: the presentations of a feature lie in its package.")
                }
        }
    }

    private func isNeutral(_ used: Codebase.Module) -> Bool {
        switch used.layer {
        case .kernel: used.role != .testing
        case .features: used.role == .api && !used.name.hasSuffix("PresentationAPI")
        default: false
        }
    }
}
