public import Localization

/// One call of a command: the values of its parameters and how to answer.
public struct Invocation: Sendable {
    /// The language of all texts.
    public let language: Language
    /// Whether the answer is one JSON object.
    public let isJSON: Bool
    private let values: [String: any Sendable]
    private let given: Set<String>
    /// The words of the program's ``ProgramDescription/context`` that were given, each
    /// after a blank.
    package let context: String

    /// - Parameters:
    ///   - values: A ``StoredValue`` for each declared parameter, by its ``key(_:)``.
    ///   - given: The keys of those that were given rather than left out.
    ///   - context: What the call is about, as words of a command line.
    package init(
        language: Language, isJSON: Bool, values: [String: any Sendable], given: Set<String>, context: String = ""
    ) {
        self.context = context
        self.language = language
        self.isJSON = isJSON
        self.values = values
        self.given = given
    }

    /// The value of a parameter that the command or the program declares.
    ///
    /// Asking for one that neither declares is a mistake in the program and stops it.
    public subscript<Value>(parameter: Parameter<Value>) -> Value {
        guard let stored = values[Self.key(parameter.definition)] as? StoredValue<Value> else {
            preconditionFailure("The command reads “\(parameter.definition.name)” without declaring it")
        }
        return stored.value
    }

    /// Whether a parameter was given, on the command line or by its environment variable.
    public func isGiven<Value>(_ parameter: Parameter<Value>) -> Bool {
        given.contains(Self.key(parameter.definition))
    }

    /// A line that calls a program, about the same as this call: `essential login` after
    /// `essential --profile work` is `essential --profile work login`.
    public func line(_ line: String) -> String {
        guard !context.isEmpty, let end = line.firstIndex(of: " ") else { return line + context }
        return line[..<end] + context + line[end...]
    }

    package static func key(_ definition: ParameterDefinition) -> String {
        definition.kind == .argument ? "<\(definition.name)>" : "--\(definition.name)"
    }
}
