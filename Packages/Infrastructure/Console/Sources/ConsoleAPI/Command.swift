public import Localization

/// One thing a person can ask a program to do, such as `essential feed`.
///
/// A command is a value: its description feeds the parser, the help, the
/// completions and the manual page; its body does the work. Features contribute
/// commands to the ``Commands`` extension point.
///
/// ```swift
/// let limit = Parameter.option("limit", short: "n", .integer(in: 1...100), default: 10, summary: Texts.limit)
/// let feed = Command("feed", summary: Texts.feed, parameters: [limit]) { invocation, terminal in
///     let page = try await loadPage(invocation[limit])
///     return CommandOutput(json: page, .table(page.table))
/// }
/// ```
public struct Command: Sendable {
    /// The work of a command.
    ///
    /// It runs once, is cancelled when the program is asked to stop, and hands
    /// back what is to be printed. It may write to the terminal meanwhile; with
    /// `--json` such writes show nothing, since standard output then carries
    /// exactly one object.
    public typealias Body =
        @Sendable (Invocation, any Terminal) async throws(CommandFailure) -> CommandOutput

    /// The words that call the command: `["feed"]`, or `["vault", "rotate"]`.
    public let path: [String]
    /// What it does, in one line without a full stop.
    public let summary: LocalizedText
    /// What a person should know beyond the summary; paragraphs are separated by empty lines.
    public let discussion: LocalizedText?
    /// Calls worth imitating; at least one.
    public let examples: [CommandExample]
    /// Options, flags and positional arguments; arguments in the order in which they are given.
    public let parameters: [any CommandParameter]
    /// The heading under which the program's help lists the command.
    public let group: CommandGroup
    /// Whether it only shows something, so that it can go on after its person has
    /// logged in.
    public let goesOnAfterLogin: Bool
    /// The work.
    public let body: Body

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - name: The words that call it, separated by single spaces.
    ///   - summary: What it does, in one line without a full stop.
    ///   - discussion: What a person should know beyond the summary.
    ///   - group: The heading under which the help lists it.
    ///   - examples: Calls worth imitating.
    ///   - parameters: Options, flags and positional arguments.
    ///   - goesOnAfterLogin: Whether it only shows something.
    ///   - body: The work.
    public init(
        _ name: String, summary: LocalizedText, discussion: LocalizedText? = nil, group: CommandGroup = .general,
        examples: [CommandExample] = [], parameters: [any CommandParameter] = [],
        goesOnAfterLogin: Bool = false, body: @escaping Body
    ) {
        path = name.split(separator: " ").map(String.init)
        self.summary = summary
        self.discussion = discussion
        self.group = group
        self.examples = examples
        self.parameters = parameters
        self.goesOnAfterLogin = goesOnAfterLogin
        self.body = body
    }

    /// The words that call the command, with spaces between them.
    public var name: String { path.joined(separator: " ") }
}
