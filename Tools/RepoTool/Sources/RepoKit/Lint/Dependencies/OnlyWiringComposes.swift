struct OnlyWiringComposes: Rule {
    let name = "R9"
    let statement =
        "Only `*Wiring` targets, tests, the `*Testing` of a program and tools import implementations; inside infrastructure a package without an API, such as CurlKit, may be used."

    func findings(in codebase: Codebase) -> [Finding] {
        // For features R3 and R4 say it, for flows R10.
        codebase.modules.filter { module in
            (module.layer == .infrastructure || module.layer == .apps)
                && ![.wiring, .flows, .test, .testSupport].contains(module.role)
                && !(module.layer == .apps && module.role == .testing)
        }.flatMap { module in
            codebase.uses(of: module).filter { isImplementation($0.module, for: module) }.map { use in
                finding(
                    at: use, "\(module.name) uses \(use.module.name), an implementation of \(use.module.package.name).",
                    remedy:
                        "Take a protocol of its API as an argument, and let a *Wiring target pass the implementation.")
            }
        }
    }

    private func isImplementation(_ used: Codebase.Module, for module: Codebase.Module) -> Bool {
        guard used.layer == .infrastructure || used.layer == .features, used.package.name != module.package.name else {
            return false
        }
        return switch used.role {
        case .api, .serviceAPI, .testing: false
        // All of the package is one target of its name: a library, not a choice.
        case .library: !(module.layer == .infrastructure && used.name == used.package.name)
        default: true
        }
    }
}
