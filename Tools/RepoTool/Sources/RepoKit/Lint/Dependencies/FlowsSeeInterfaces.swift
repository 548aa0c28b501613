struct FlowsSeeInterfaces: Rule {
    let name = "R10"
    let statement = "`ComposerFlows` imports Kernel and `*API` only."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.role == .flows }.flatMap { module in
            codebase.uses(of: module).filter { use in
                use.module.role != .api && (use.module.layer != .kernel || use.module.role == .testing)
            }.map { use in
                finding(
                    at: use, "\(module.name) uses \(use.module.name), which is no interface.",
                    remedy: "Take a protocol of an *API, so that the flow is tested with stubs.")
            }
        }
    }
}
