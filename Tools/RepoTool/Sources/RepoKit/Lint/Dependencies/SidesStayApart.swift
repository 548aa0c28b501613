struct SidesStayApart: Rule {
    let name = "R7"
    let statement =
        "Client and Service never import each other, Presentation and Screens import neither nor the Contract, and Operations are on the service's side; `essential` links no service, `essentiald` no client but through ServerWebWiring, and no commands of clients."

    /// Has the clients of those who come with a browser (ADR 0039).
    private static let web = "ServerWebWiring"

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.flatMap { module in
            codebase.uses(of: module).filter { isAcross(from: module, to: $0.module) }.map { use in
                finding(
                    at: use, "\(module.name) uses \(use.module.name), which is on another side.",
                    remedy: [.presentation, .screens].contains(module.role)
                        ? "Talk to \(module.package.name)API; what it lacks belongs there."
                        : "Sides meet on the wire: share the Contract, or talk to \(module.package.name)API.")
            }
        } + programFindings(in: codebase)
    }

    private func isAcross(from module: Codebase.Module, to used: Codebase.Module) -> Bool {
        switch (module.role, used.role) {
        case (.client, .service), (.service, .client): true
        case (.presentation, .client), (.presentation, .service), (.presentation, .contract): true
        case (.screens, .client), (.screens, .service), (.screens, .contract), (.screens, .presentation): true
        case (.client, .screens), (.service, .screens), (.presentation, .screens): true
        case (.operations, .client), (.operations, .presentation): true
        case (.client, .operations), (.service, .operations), (.presentation, .operations): true
        default: false
        }
    }

    private func programFindings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.layer == .apps && $0.role == .program }.flatMap { program -> [Finding] in
            let products = program.package.products.filter { $0.targets.contains(program.name) }.map(\.name)
            let isServer = products.contains("essentiald")
            let refused: Set<Role> = isServer ? [.client, .presentation] : [.service, .serviceAPI, .operations]
            let foreign = codebase.modules.filter { $0.layer == .features && refused.contains($0.role) }
            return foreign.compactMap { foreign in
                let avoided: Set<String> = isServer && foreign.role == .client ? [Self.web] : []
                guard let path = codebase.graph.path(from: [program.name], to: [foreign.name], avoiding: avoided),
                    let seam = crossing(path, in: codebase)
                else { return nil }
                return finding(
                    at: seam,
                    "\(products.first ?? program.name) links \(foreign.name): \(path.joined(separator: " → ")).",
                    remedy: "Remove the dependency: a program carries one side only.")
            }
        }
    }

    /// The step of a path that leaves the program's package.
    private func crossing(_ path: [String], in codebase: Codebase) -> Codebase.Use? {
        for (from, to) in zip(path, path.dropFirst()) {
            guard let module = codebase.modules.first(where: { $0.name == from }),
                let use = codebase.uses(of: module).first(where: { $0.module.name == to })
            else { continue }
            if use.module.package.name != module.package.name { return use }
        }
        return nil
    }
}
