struct FeaturesSeeInfrastructureAPIs: Rule {
    let name = "R3"
    let statement =
        "A feature uses infrastructure only through `*API` products and `WebUI`; its `*Testing` also through `*Testing`."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.layer == .features && $0.role != .test && $0.role != .testSupport }
            .flatMap { module in
                codebase.uses(of: module).filter { $0.module.layer == .infrastructure && !mayUse($0.module, module) }
                    .map { use in
                        finding(
                            at: use,
                            "\(module.name) uses \(use.module.name), an implementation of \(use.module.package.name).",
                            remedy: "Use a protocol of its API, and let the wiring bring the implementation.")
                    }
            }
    }

    private func mayUse(_ used: Codebase.Module, _ module: Codebase.Module) -> Bool {
        // A *Testing target in what ships is for R11 to say.
        used.role == .api || used.role == .testing || used.name == "WebUI"
    }
}
