public import Localization

/// What a program says about itself and accepts in front of every command.
///
/// `--help`, `--version`, `--json` and `--language` exist in every program and
/// aren't declared.
public struct ProgramDescription: Sendable {
    /// Something that a program deals with, by its name: a variable of the environment, a
    /// file, a signal.
    public struct Entry: Sendable {
        /// The name.
        public let name: String
        /// What it is for.
        public let summary: LocalizedText

        /// Creates an entry.
        public init(_ name: String, _ summary: LocalizedText) {
            self.name = name
            self.summary = summary
        }
    }

    /// The name by which the program is called.
    public let name: String
    /// The version, without a leading letter.
    public let version: String
    /// What the program is, in one line without a full stop.
    public let summary: LocalizedText
    /// What a person should know beyond the summary; paragraphs are separated by empty lines.
    public let discussion: LocalizedText?
    /// Options and flags that may stand anywhere on the command line; none may be required.
    public let parameters: [any CommandParameter]
    /// Options known by their form alone.
    public let dynamicOptions: DynamicOptions?
    /// Parameters that say what a call is about, such as a profile: where they are given,
    /// what the program proposes to call next has them too.
    public let context: [any CommandParameter]
    /// Variables beyond those of the parameters.
    public let variables: [Entry]
    /// What it reads and writes, and where, for the manual page.
    public let files: [Entry]
    /// What it does when it gets a signal, for the manual page.
    public let signals: [Entry]
    /// The name of the command that runs when none is called; nil for none.
    public let start: String?

    /// What a status means in this program, where that differs.
    private let meanings: [ExitStatus: LocalizedText]
    /// The statuses with which it never ends.
    private let unused: Set<ExitStatus>

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - meanings: What a status means in this program, where that differs from
    ///     ``ExitStatus``.
    ///   - unused: The statuses with which it never ends.
    public init(
        name: String, version: String, summary: LocalizedText, discussion: LocalizedText? = nil,
        parameters: [any CommandParameter] = [], context: [any CommandParameter] = [],
        dynamicOptions: DynamicOptions? = nil, variables: [Entry] = [],
        files: [Entry] = [], signals: [Entry] = [],
        start: String? = nil, meanings: [ExitStatus: LocalizedText] = [:], unused: Set<ExitStatus> = []
    ) {
        self.meanings = meanings
        self.unused = unused
        self.name = name
        self.version = version
        self.summary = summary
        self.discussion = discussion
        self.parameters = parameters
        self.context = context
        self.dynamicOptions = dynamicOptions
        self.variables = variables
        self.files = files
        self.signals = signals
        self.start = start
    }

    /// What each status says that the program ends with, the meaning of its own where it has
    /// one.
    package var exitStatuses: [(status: ExitStatus, meaning: LocalizedText)] {
        ExitStatus.allCases.filter { !unused.contains($0) }.map { ($0, meanings[$0] ?? $0.meaning) }
    }

    /// All parameters that may stand anywhere: those of every program, then its own.
    package var allParameters: [any CommandParameter] {
        parameters + [StandardParameters.json, StandardParameters.language]
    }
}
