struct FeaturesSeeInfrastructureAPIs: Rule {
    let name = "R3"
    let statement =
        "A feature uses infrastructure only through `*API` products, its `*Screens` only through `ScreensAPI`; its `*Testing` also through `*Testing`."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.layer == .features && $0.role != .test && $0.role != .testSupport }
            .flatMap { module in
                codebase.uses(of: module).filter { $0.module.layer == .infrastructure && !mayUse($0.module, module) }
                    .map { module.role == .screens ? beyondScreens($0, module) : implementation($0, module) }
            }
    }

    private func implementation(_ use: Codebase.Use, _ module: Codebase.Module) -> Finding {
        finding(
            at: use, "\(module.name) uses \(use.module.name), an implementation of \(use.module.package.name).",
            remedy: "Use a protocol of its API, and let the wiring bring the implementation.")
    }

    private func beyondScreens(_ use: Codebase.Use, _ module: Codebase.Module) -> Finding {
        finding(
            at: use, "\(module.name) uses \(use.module.name), and a screen is the same wherever it is hosted.",
            remedy: "Say it with a value of ScreensAPI, and let the feature's API bring what is shown.")
    }

    private func mayUse(_ used: Codebase.Module, _ module: Codebase.Module) -> Bool {
        // What a browser shows is the same wherever it is hosted.
        if module.role == .screens { return used.name == "ScreensAPI" }
        // A *Testing target in what ships is for R11 to say.
        return used.role == .api || used.role == .testing
    }
}
