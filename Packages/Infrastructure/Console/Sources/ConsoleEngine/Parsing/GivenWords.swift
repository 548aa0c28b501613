import ConsoleAPI

/// The words that were given for each parameter, by key.
struct GivenWords {
    private(set) var words: [String: [String]] = [:]

    mutating func add(_ word: String, to definition: ParameterDefinition) throws(CommandFailure) {
        let key = Invocation.key(definition)
        if definition.kind != .argument, !definition.isRepeated, words[key] != nil {
            throw UsageMessages.givenTwice(definition)
        }
        words[key, default: []].append(word)
    }

    func of(_ definition: ParameterDefinition) -> [String] {
        words[Invocation.key(definition)] ?? []
    }
}

/// The values of parameters, ready for an ``Invocation``.
struct ParameterValues: Sendable {
    private(set) var values: [String: any Sendable] = [:]
    private(set) var given: Set<String> = []
    /// The first thing that was wrong.
    private(set) var failure: CommandFailure?

    init() {}

    /// Reads the words, or where there are none the environment.
    ///
    /// A parameter whose words are wrong has the value it has when it is left
    /// out.
    init(of parameters: [any CommandParameter], words: GivenWords, environment: [String: String]) {
        for parameter in parameters { read(parameter, words.of(parameter.definition), environment) }
    }

    private mutating func read(
        _ parameter: any CommandParameter, _ words: [String], _ environment: [String: String]
    ) {
        let definition = parameter.definition
        let variable = definition.environment.flatMap { name in
            environment[name].flatMap { $0.isEmpty ? nil : (name: name, value: $0) }
        }
        let texts = words.isEmpty ? variable.map { [$0.value] } ?? [] : words
        let key = Invocation.key(definition)
        if texts.isEmpty, definition.isRequired {
            failure = failure ?? UsageMessages.missing(definition)
            return
        }
        do {
            values[key] = try parameter.value(of: texts)
            if !texts.isEmpty { given.insert(key) }
        } catch {
            let word = texts.indices.contains(error.index) ? texts[error.index] : ""
            let source = words.isEmpty ? variable?.name : nil
            failure = failure ?? UsageMessages.invalid(word, for: definition, variable: source)
            values[key] = try? parameter.value(of: [])
        }
    }
}
