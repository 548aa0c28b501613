/// All rules of the repository, and a look at each.
package enum Lint {
    package static let rules: [any Rule] = [
        LayersPointDown(), NoPackageCycle(), FeaturesSeeInfrastructureAPIs(), FeaturesSeeFeatureAPIs(),
        InterfacesStayLight(), ContractsStayPlain(), SidesStayApart(), CModulesHaveOneOwner(), OnlyWiringComposes(),
        FlowsSeeInterfaces(), DoublesDoNotShip(), NoTestableImports(), ImportsAreDeclared(), SettingsAreStandard(),
        FilesStayShort(), NamesSayTheRole(), PackagesHaveOwners(), UncheckedIsProved(), NothingTraps(),
        ComposerStaysSmall(), WiringsAreLists(), TestsNameRequirements(), TextsAreTranslated(), FoldersAreUsed(),
        SettingsAreDocumented(), PathsBelongToFeatures(), InterfacesNameNoCommand(), DialoguesStayNeutral(),
        SecretsAreListed(),
    ]

    /// What breaks a rule, by file and line.
    package static func findings(in codebase: Codebase) throws -> [Finding] {
        let findings = try rules.flatMap { try $0.findings(in: codebase) }
        // What another rule forbids isn't to be declared: that rule says what to do instead.
        let declaration = ImportsAreDeclared().name
        let refused = Set(findings.filter { $0.rule != declaration }.map { "\($0.file):\($0.line)" })
        return findings.filter { $0.rule != declaration || !refused.contains("\($0.file):\($0.line)") }.sorted()
    }
}
