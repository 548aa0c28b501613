/// All rules of the repository, and a look at each.
package enum Lint {
    package static let rules: [any Rule] = [
        LayersPointDown(), NoPackageCycle(), FeaturesSeeInfrastructureAPIs(), FeaturesSeeFeatureAPIs(),
        InterfacesStayLight(), ContractsStayPlain(), SidesStayApart(), CModulesHaveOneOwner(), OnlyWiringComposes(),
        FlowsSeeInterfaces(), DoublesDoNotShip(), NoTestableImports(), ImportsAreDeclared(), SettingsAreStandard(),
        FilesStayShort(), NamesSayTheRole(), PackagesHaveOwners(), UncheckedIsProved(), NothingTraps(),
        ComposerStaysSmall(), TestsNameRequirements(), DescriptionIsServed(),
    ]

    /// What breaks a rule, by file and line.
    package static func findings(in codebase: Codebase) throws -> [Finding] {
        try rules.flatMap { try $0.findings(in: codebase) }.sorted()
    }
}
