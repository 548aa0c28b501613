public import Localization

extension Parameter {
    /// Makes an option with a default: `--limit 20`.
    public static func option(
        _ name: String, short: Character? = nil, _ format: ValueFormat<Value>, default fallback: Value,
        environment: String? = nil, summary: LocalizedText
    ) -> Parameter {
        let definition = ParameterDefinition(
            kind: .option, name: name, short: short, format: format, summary: summary,
            defaultText: "\(fallback)", environment: environment)
        return Parameter(definition) { words throws(ValueProblem) in
            guard let word = words.last else { return fallback }
            return try format.read(word)
        }
    }

    /// Makes an option that must be given.
    public static func required(
        _ name: String, short: Character? = nil, _ format: ValueFormat<Value>,
        environment: String? = nil, summary: LocalizedText
    ) -> Parameter {
        let definition = ParameterDefinition(
            kind: .option, name: name, short: short, format: format, summary: summary, isRequired: true,
            environment: environment)
        return Parameter(definition) { words throws(ValueProblem) in try format.read(words.last ?? "") }
    }

    /// Makes an option that may be left out.
    public static func optional<Wrapped>(
        _ name: String, short: Character? = nil, _ format: ValueFormat<Wrapped>,
        environment: String? = nil, summary: LocalizedText
    ) -> Parameter where Value == Wrapped? {
        let definition = ParameterDefinition(
            kind: .option, name: name, short: short, format: format, summary: summary, environment: environment)
        return Parameter(definition) { words throws(ValueProblem) in
            guard let word = words.last else { return nil }
            return try format.read(word)
        }
    }

    /// Makes an option that may be given many times: `--tag a --tag b`.
    public static func repeated<Element>(
        _ name: String, short: Character? = nil, _ format: ValueFormat<Element>, summary: LocalizedText
    ) -> Parameter where Value == [Element] {
        let definition = ParameterDefinition(
            kind: .option, name: name, short: short, format: format, summary: summary, isRepeated: true)
        return Parameter(definition) { words throws(ValueProblem) in try format.readAll(words) }
    }

    /// Makes a flag: present or not.
    public static func flag(_ name: String, short: Character? = nil, summary: LocalizedText) -> Parameter
    where Value == Bool {
        Parameter(ParameterDefinition(flag: name, short: short, summary: summary)) { !$0.isEmpty }
    }

    /// Makes a positional argument that must be given.
    public static func argument(_ name: String, _ format: ValueFormat<Value>, summary: LocalizedText) -> Parameter {
        let definition = ParameterDefinition(
            kind: .argument, name: name, format: format, summary: summary, isRequired: true)
        return Parameter(definition) { words throws(ValueProblem) in try format.read(words.last ?? "") }
    }

    /// Makes a positional argument that may be left out.
    public static func optionalArgument<Wrapped>(
        _ name: String, _ format: ValueFormat<Wrapped>, summary: LocalizedText
    ) -> Parameter where Value == Wrapped? {
        let definition = ParameterDefinition(kind: .argument, name: name, format: format, summary: summary)
        return Parameter(definition) { words throws(ValueProblem) in
            guard let word = words.last else { return nil }
            return try format.read(word)
        }
    }

    /// Makes the last positional argument, which takes all the words that are left.
    public static func arguments<Element>(
        _ name: String, _ format: ValueFormat<Element>, isRequired: Bool = false, summary: LocalizedText
    ) -> Parameter where Value == [Element] {
        let definition = ParameterDefinition(
            kind: .argument, name: name, format: format, summary: summary, isRequired: isRequired, isRepeated: true)
        return Parameter(definition) { words throws(ValueProblem) in try format.readAll(words) }
    }
}
