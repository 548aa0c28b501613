public import Localization

/// Options that a program accepts beyond those it declares, known by their form:
/// `--tokens.access-lifetime 300s`.
///
/// Every one takes a value. What is a legal name or value is for whoever reads
/// them to say; the parser only gathers them, wherever they stand.
public struct DynamicOptions: Sendable {
    /// One option by name, for help and completions.
    public struct Known: Sendable {
        /// The name without dashes.
        public let name: String
        /// What stands for the value in the help.
        public let placeholder: LocalizedText
        /// What it is for.
        public let summary: LocalizedText
        /// What shells may offer for the value, or for each of several with commas
        /// between them.
        public let completion: ValueCompletion

        /// Creates a description.
        public init(
            name: String, placeholder: LocalizedText, summary: LocalizedText, completion: ValueCompletion = .none
        ) {
            self.name = name
            self.placeholder = placeholder
            self.summary = summary
            self.completion = completion
        }
    }

    /// Whether a name, without dashes, has the form.
    public let recognizes: @Sendable (String) -> Bool
    /// What the help says about them as a whole.
    public let summary: LocalizedText
    /// The options that exist; asked for only by help, completions and manual.
    public let known: @Sendable () -> [Known]

    /// Creates a description of a form of options.
    public init(
        recognizes: @escaping @Sendable (String) -> Bool, summary: LocalizedText,
        known: @escaping @Sendable () -> [Known] = { [] }
    ) {
        self.recognizes = recognizes
        self.summary = summary
        self.known = known
    }

    /// Options with a dot in their names, as configuration keys are spelled.
    public static func dotted(
        summary: LocalizedText, known: @escaping @Sendable () -> [Known] = { [] }
    ) -> DynamicOptions {
        DynamicOptions(recognizes: { $0.contains(".") }, summary: summary, known: known)
    }
}

/// A dynamic option as it was given.
public struct DynamicOption: Hashable, Sendable {
    /// The name without dashes.
    public let name: String
    /// The value as it was typed.
    public let value: String

    /// Creates an option.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
