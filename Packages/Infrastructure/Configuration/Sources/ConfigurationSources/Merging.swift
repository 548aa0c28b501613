import ConfigurationAPI

/// Collects settings from one source after another, and what is wrong with them.
struct Merging {
    private struct Found {
        let declaration: ConfigurationDeclaration
        let setting: ConfigurationDeclaration.Setting
        let source: ConfigurationSource
    }

    private let schema: Schema
    private var found: [String: Found] = [:]
    private var seen: [SeenKey: ConfigurationSource] = [:]
    private var problems: [ConfigurationProblem] = []
    private var doubtful: Set<String> = []

    private struct SeenKey: Hashable {
        let name: String
        let spelling: Schema.Spelling
    }

    init(_ schema: Schema) {
        self.schema = schema
    }

    /// Adds a problem of a whole source, which may have set anything.
    mutating func add(_ problem: ConfigurationProblem) {
        problems.append(problem)
        doubtful.formUnion(schema.declarations.map(\.name))
    }

    /// Adds a setting, which outdoes those that were added before it from other
    /// sources.
    mutating func add(
        _ key: String, _ element: ConfigurationElement, _ spelling: Schema.Spelling, _ source: ConfigurationSource
    ) {
        guard let declaration = schema.declaration(key, spelling) else {
            let suggestion = schema.suggestion(for: key, spelling)
            if let suggestion { doubtful.insert(suggestion.name) }
            return problems.append(unknown(key, element, spelling, source, suggestion))
        }
        let seenKey = SeenKey(name: declaration.name, spelling: spelling)
        if let earlier = seen[seenKey] {
            doubtful.insert(declaration.name)
            return problems.append(.repeatedKey(key: key, source: source, earlier: earlier))
        }
        seen[seenKey] = source
        guard let setting = declaration.read(element) else {
            doubtful.insert(declaration.name)
            // What is empty is no secret.
            let isShown = !declaration.isSecret || element.anyText?.isEmpty == true
            let value = isShown ? element.shown : Configuration.redacted
            return problems.append(.badValue(key: key, value: value, source: source, allowed: declaration.allowed))
        }
        found[declaration.name] = Found(declaration: declaration, setting: setting, source: source)
    }

    /// Adds an object with nothing in it, which sets nothing but may be mistyped.
    mutating func addEmpty(_ name: String, _ source: ConfigurationSource) {
        if let declaration = schema.declaration(name, .name) {
            doubtful.insert(name)
            problems.append(.badValue(key: name, value: "{}", source: source, allowed: declaration.allowed))
        } else if !schema.declarations.contains(where: { $0.name.hasPrefix(name + ".") }) {
            problems.append(.unknownKey(key: name, value: "{}", source: source, suggestion: nil))
        }
    }

    /// The value of an unknown key may be a secret under a mistyped name.
    private func unknown(
        _ key: String, _ element: ConfigurationElement, _ spelling: Schema.Spelling, _ source: ConfigurationSource,
        _ suggestion: ConfigurationDeclaration?
    ) -> ConfigurationProblem {
        let soundsSecret = ["pass", "secret", "credential", "private"].contains { key.lowercased().contains($0) }
        let isSecret = suggestion?.isSecret ?? soundsSecret
        return .unknownKey(
            key: key, value: isSecret ? Configuration.redacted : element.shown, source: source,
            suggestion: suggestion.map { spelling($0) })
    }

    /// The setting of a key, or those of one that stands for several.
    private func all(_ declaration: ConfigurationDeclaration) -> [Found] {
        guard declaration.isFamily else {
            let setting = declaration.defaultSetting
            return [found[declaration.name] ?? Found(declaration: declaration, setting: setting, source: .default)]
        }
        return found.filter { ConfigurationFamily.name(in: $0.key, like: declaration.name) != nil }
            .sorted { $0.key < $1.key }.map(\.value)
    }

    var reading: ConfigurationLoader.Reading {
        var values: [String: any Sendable] = [:], marks: [String: Int] = [:]
        let entries = schema.declarations.flatMap(all).map { found in
            let declaration = found.declaration
            values[declaration.name] = found.setting.value
            marks[declaration.name] = found.setting.mark
            return declaration.entry(text: found.setting.text, source: found.source)
        }
        return ConfigurationLoader.Reading(
            configuration: Configuration(entries: entries, values: values, marks: marks),
            error: problems.isEmpty ? nil : ConfigurationError(problems), doubtful: doubtful)
    }
}

extension ConfigurationElement {
    /// What may be shown of it: a private key may stand where its public half was meant, in the form of age
    /// (`AGE-SECRET-KEY-1…`) or of PEM (RFC 7468).
    fileprivate var shown: String {
        let text = description
        let marks = ["SECRET-KEY", "PRIVATE KEY"]
        return marks.contains { text.uppercased().contains($0) } ? Configuration.redacted : text
    }
}
