struct FeaturesSeeFeatureAPIs: Rule {
    let name = "D4"
    let statement =
        "A feature uses another one only through `*API`; a service also through `*ServiceAPI`, a `*Testing` also through `*Testing`."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.layer == .features && $0.role != .test && $0.role != .testSupport }
            .flatMap { module in
                codebase.uses(of: module).filter { use in
                    use.module.layer == .features && use.module.package.name != module.package.name
                }.compactMap { refusal(of: $0, by: module) }
            }
    }

    private func refusal(of use: Codebase.Use, by module: Codebase.Module) -> Finding? {
        switch use.module.role {
        // A *Testing target in what ships is for D11 to say.
        case .api, .testing: nil
        case .serviceAPI where module.role.isServerSide(module.name): nil
        case .serviceAPI:
            finding(
                at: use, "\(module.name) uses \(use.module.name), which is for services only.",
                remedy: "Ask the server over its contract, or use \(use.module.package.name)API.")
        default:
            finding(
                at: use, "\(module.name) uses \(use.module.name), an implementation of another feature.",
                remedy:
                    "Use a protocol of \(use.module.package.name)API; if it lacks one, agree on it with the feature's owners."
            )
        }
    }
}
