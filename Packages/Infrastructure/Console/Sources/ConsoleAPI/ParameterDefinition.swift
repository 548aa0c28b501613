public import Localization

/// How a parameter is spelled and explained; what help, completions and manual show.
public struct ParameterDefinition: Sendable {
    /// What kind of word on the command line it is.
    public enum Kind: Hashable, Sendable {
        /// Present or not: `--json`.
        case flag
        /// Takes a value: `--limit 20` or `--limit=20`.
        case option
        /// Is known by its position.
        case argument
    }

    /// What kind of word on the command line it is.
    public let kind: Kind
    /// The name without dashes, in lower case with hyphens.
    public let name: String
    /// The one-letter name without its dash.
    public let short: Character?
    /// What stands for the value in the help, in capitals: `N`, `FILE`.
    public let placeholder: LocalizedText
    /// What it is for.
    public let summary: LocalizedText
    /// What a value must be, to follow "takes": "a whole number".
    public let expectation: LocalizedText
    /// What shells may offer for the value.
    public let completion: ValueCompletion
    /// Whether the call is refused without it.
    public let isRequired: Bool
    /// Whether it may be given many times.
    public let isRepeated: Bool
    /// The value that holds when it is left out.
    public let defaultText: String?
    /// The environment variable that is read when it is left out.
    public let environment: String?

    init<Value>(
        kind: Kind, name: String, short: Character? = nil, format: ValueFormat<Value>, summary: LocalizedText,
        isRequired: Bool = false, isRepeated: Bool = false, defaultText: String? = nil, environment: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.short = short
        placeholder = format.placeholder
        self.summary = summary
        self.expectation = format.expectation
        self.completion = format.completion
        self.isRequired = isRequired
        self.isRepeated = isRepeated
        self.defaultText = defaultText
        self.environment = environment
    }

    init(flag name: String, short: Character?, summary: LocalizedText) {
        kind = .flag
        self.name = name
        self.short = short
        placeholder = LocalizedText(verbatim: "")
        self.summary = summary
        expectation = LocalizedText(verbatim: "")
        completion = .none
        isRequired = false
        isRepeated = false
        defaultText = nil
        environment = nil
    }
}

/// What a shell may offer where a value is expected.
public enum ValueCompletion: Sendable {
    /// Nothing.
    case none
    /// Names of files.
    case files
    /// Names of folders.
    case folders
    /// One of these words.
    case words([String])
    /// Words that call commands, one after the other.
    case commands
    /// Rows of the list that was shown last.
    case rows(ListName)
    /// What is there at the moment, found with the values of the program's own
    /// parameters.
    case found(@Sendable (Invocation) -> [String])
}
