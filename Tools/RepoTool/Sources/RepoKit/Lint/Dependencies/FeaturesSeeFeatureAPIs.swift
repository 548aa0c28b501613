struct FeaturesSeeFeatureAPIs: Rule {
    let name = "R4"
    let statement =
        "A feature uses another one only through `*API`; a service also through `*ServiceAPI`, a `*Testing` also through `*Testing`."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.layer == .features && $0.role != .test && $0.role != .testSupport }
            .flatMap { module in
                codebase.uses(of: module).filter { use in
                    use.module.layer == .features && use.module.package.name != module.package.name
                }.compactMap { refusal(of: $0, by: module, in: codebase) }
            }
    }

    private func refusal(of use: Codebase.Use, by module: Codebase.Module, in codebase: Codebase) -> Finding? {
        switch use.module.role {
        // A *Testing target in what ships is for R11 to say.
        case .api, .testing: nil
        case .serviceAPI where module.role.isServerSide(module.name): nil
        case .serviceAPI:
            finding(
                at: use, "\(module.name) uses \(use.module.name), which is for services only.",
                remedy: "Ask the server over its contract, or use \(use.module.package.name)API.")
        default:
            finding(
                at: use, "\(module.name) uses \(use.module.name), an implementation of another feature.",
                remedy: "Use a protocol of \(interface(of: use.module.package, to: module, in: codebase)); if it lacks "
                    + "one, agree on it with the feature's owners.")
        }
    }

    /// The interface of a feature for who asks: a service meets services.
    private func interface(
        of package: PackageDescription, to module: Codebase.Module, in codebase: Codebase
    ) -> String {
        let inProcess = package.name + "ServiceAPI", general = package.name + "API"
        guard module.role.isServerSide(module.name) else { return general }
        let names = Set(package.targets.map(\.name))
        return names.contains(inProcess) || !names.contains(general) ? inProcess : general
    }
}
