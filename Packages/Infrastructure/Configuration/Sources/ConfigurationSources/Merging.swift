import ConfigurationAPI

/// Collects settings from one source after another, and what is wrong with them.
struct Merging {
    private struct Found {
        let setting: ConfigurationDeclaration.Setting
        let source: ConfigurationSource
    }

    private let schema: Schema
    private var found: [String: Found] = [:]
    private var seen: Set<SeenKey> = []
    private var problems: [ConfigurationProblem] = []

    private struct SeenKey: Hashable {
        let name: String
        let spelling: Schema.Spelling
    }

    init(_ schema: Schema) {
        self.schema = schema
    }

    mutating func add(_ problem: ConfigurationProblem) { problems.append(problem) }

    /// Adds a setting, which outdoes those that were added before it from other
    /// sources.
    mutating func add(
        _ key: String, _ element: ConfigurationElement, _ spelling: Schema.Spelling, _ source: ConfigurationSource
    ) {
        guard let declaration = schema.declaration(key, spelling) else {
            return problems.append(unknown(key, element, spelling, source))
        }
        guard seen.insert(SeenKey(name: declaration.name, spelling: spelling)).inserted else {
            return problems.append(.repeatedKey(key: key, source: source))
        }
        guard let setting = declaration.read(element) else {
            let value = declaration.isSecret ? Configuration.redacted : element.description
            return problems.append(.badValue(key: key, value: value, source: source, allowed: declaration.allowed))
        }
        found[declaration.name] = Found(setting: setting, source: source)
    }

    /// The value of an unknown key may be a secret under a mistyped name.
    private func unknown(
        _ key: String, _ element: ConfigurationElement, _ spelling: Schema.Spelling, _ source: ConfigurationSource
    ) -> ConfigurationProblem {
        let suggestion = schema.suggestion(for: key, spelling)
        let soundsSecret = ["pass", "secret", "credential", "private"].contains { key.lowercased().contains($0) }
        let isSecret = suggestion?.isSecret ?? soundsSecret
        return .unknownKey(
            key: key, value: isSecret ? Configuration.redacted : element.description, source: source,
            suggestion: suggestion.map { spelling($0) })
    }

    func result() throws(ConfigurationError) -> Configuration {
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        var values: [String: any Sendable] = [:]
        let entries = schema.declarations.map { declaration in
            let found = found[declaration.name] ?? Found(setting: declaration.defaultSetting, source: .default)
            values[declaration.name] = found.setting.value
            return declaration.entry(text: found.setting.text, source: found.source)
        }
        return Configuration(entries: entries, values: values)
    }
}
