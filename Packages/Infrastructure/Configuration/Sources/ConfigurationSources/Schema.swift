import ConfigurationAPI

/// The declared keys, by each of their spellings.
struct Schema {
    /// How keys are written in a source.
    enum Spelling: CaseIterable {
        case name
        case variable
        case flag

        func callAsFunction(_ declaration: ConfigurationDeclaration) -> String {
            switch self {
            case .name: declaration.name
            case .variable: declaration.variable
            case .flag: declaration.flag
            }
        }
    }

    let declarations: [ConfigurationDeclaration]
    private let families: [ConfigurationDeclaration]
    private let bySpelling: [Spelling: [String: ConfigurationDeclaration]]

    init(_ declarations: [ConfigurationDeclaration]) throws(ConfigurationError) {
        var problems: [ConfigurationProblem] = []
        var bySpelling: [Spelling: [String: ConfigurationDeclaration]] = [:]
        for declaration in declarations {
            var isAmbiguous = false
            for spelling in Spelling.allCases {
                let known = bySpelling[spelling, default: [:]].updateValue(declaration, forKey: spelling(declaration))
                guard let known, !isAmbiguous else { continue }
                isAmbiguous = true
                problems.append(.ambiguousKeys(known.name, declaration.name))
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        self.declarations = declarations
        families = declarations.filter(\.isFamily)
        self.bySpelling = bySpelling
    }

    func declaration(_ key: String, _ spelling: Spelling) -> ConfigurationDeclaration? {
        if let declaration = bySpelling[spelling]?[key], !declaration.isFamily { return declaration }
        return families.lazy.compactMap { family in
            ConfigurationFamily.name(in: key, like: spelling(family)).map(family.named)
        }.first
    }

    /// The declared key that was probably meant.
    func suggestion(for key: String, _ spelling: Spelling) -> ConfigurationDeclaration? {
        Suggestion(declarations).best(for: key) { spelling($0) }
    }
}
