public import CoreModels
public import FoundationEssentials
public import Localization

/// Where a command talks to a person.
///
/// Output goes to standard output, everything said beside it (notes, questions,
/// progress) to standard error or the terminal itself, so that a pipe receives
/// only output. All methods may be called from any thread; writes are whole,
/// never interleaved. Nothing here blocks the caller's thread pool: questions
/// wait on a thread of their own and end early when the task is cancelled.
public protocol Terminal: Sendable {
    /// What a stream can do.
    func capabilities(of stream: TerminalStream) -> TerminalCapabilities

    /// Whether output still arrives: the program at the other end of a pipe may
    /// have seen enough, or the disk may be full. Long listings should stop then.
    var outputState: OutputState { get }

    /// Writes to standard output; with `--json` nothing is shown.
    func write(_ blocks: [OutputBlock])

    /// Writes bytes to standard output as they are, for whoever sends them to a
    /// file or a program; with `--json` nothing is written.
    ///
    /// A terminal must never get bytes from outside: ask ``capabilities(of:)``
    /// first.
    func writeBytes(_ bytes: Data)

    /// Writes a note to standard error; with `--json` nothing is shown.
    func writeError(_ blocks: [OutputBlock])

    /// Prints one object on a line of its own with `--json`, and nothing without
    /// it: for commands that follow something and have more to say than one
    /// object at their end.
    func emit(_ record: any Encodable & Sendable)

    /// Asks for a line of text.
    ///
    /// - Parameters:
    ///   - question: The question, without colon and space.
    ///   - suggestion: The answer that an empty line stands for.
    /// - Throws: ``TerminalError``, `.noTerminal` when there is nobody to ask.
    func prompt(_ question: LocalizedText, suggestion: String?) async throws(TerminalError) -> String

    /// Asks for a secret; what is typed doesn't show.
    ///
    /// - Throws: ``TerminalError``, `.noTerminal` when there is nobody to ask.
    func promptSecret(_ question: LocalizedText) async throws(TerminalError) -> Secret

    /// Asks a question that is answered with yes or no.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - suggestion: The answer that an empty line stands for.
    /// - Throws: ``TerminalError``, `.noTerminal` when there is nobody to ask.
    func confirm(_ question: LocalizedText, suggestion: Bool) async throws(TerminalError) -> Bool

    /// Asks whether a list is to go on, which one key answers: Enter, the space
    /// bar or `y` for yes; `q`, `n`, Esc or Ctrl-D for no. The end of the input
    /// is a no as well.
    ///
    /// - Throws: ``TerminalError``, `.noTerminal` when there is nobody to ask.
    func wantsMore() async throws(TerminalError) -> Bool

    /// Reads one line of at most 1024 bytes from standard input, such as a password.
    ///
    /// Only that line is consumed; the next call reads the next one.
    ///
    /// - Throws: ``TerminalError``: `.endOfInput` when there is no line,
    ///   `.tooLong`, `.invalidText` when it isn't UTF-8.
    func readSecretLine() async throws(TerminalError) -> Secret

    /// How standard output shows pictures; nil where it doesn't: in a pipe,
    /// without colours, with `--json`.
    ///
    /// The terminal may be asked, once, which takes a second at most. Pictures
    /// that are written before anybody has called this are only described.
    func pictureDisplay() async -> PictureDisplay?

    /// Shows a page of the manual, and returns when the person has read it.
    ///
    /// - Parameter page: What `man` lays out (man(7)).
    /// - Returns: Whether it was shown: false without `man`, and where nobody
    ///   looks, as in a pipe.
    func showManual(_ page: String) async -> Bool

    /// The identifiers of a list's rows as it was shown last; none where nothing
    /// is remembered.
    func rows(of list: ListName) -> [UUID]

    /// The identifiers of all rows of a list that are remembered: those that were shown last,
    /// and those of before.
    func knownRows(of list: ListName) -> [UUID]

    /// Remembers the rows of a list that is shown, for the commands after this
    /// one.
    func remember(_ rows: [UUID], of list: ListName)

    /// Starts to show progress on standard error; shows nothing unless that is a terminal.
    func progress(_ title: LocalizedText, unit: ProgressUnit) -> any ProgressReporting
}

extension Terminal {
    /// None.
    public func rows(of list: ListName) -> [UUID] { [] }
    /// Those that were shown last.
    public func knownRows(of list: ListName) -> [UUID] { rows(of: list) }
    /// Remembers nothing.
    public func remember(_ rows: [UUID], of list: ListName) {}

    /// Asks by ``confirm(_:suggestion:)``.
    public func wantsMore() async throws(TerminalError) -> Bool {
        do throws(TerminalError) {
            return try await confirm(Self.morePrompt, suggestion: true)
        } catch .endOfInput {
            return false
        }
    }

    /// The question of ``wantsMore()``.
    package static var morePrompt: LocalizedText { LocalizedText(en: "Show more?", es: "¿Mostrar más?") }

    /// No manual.
    public func showManual(_ page: String) async -> Bool { false }

    /// No pictures.
    public func pictureDisplay() async -> PictureDisplay? { nil }

    /// Prints nothing, since whoever reads isn't a program.
    public func emit(_ record: any Encodable & Sendable) {}

    /// Writes to standard output; with `--json` nothing is shown.
    public func write(_ blocks: OutputBlock...) {
        write(blocks)
    }

    /// Writes a note to standard error; with `--json` nothing is shown.
    public func writeError(_ blocks: OutputBlock...) {
        writeError(blocks)
    }

    /// Asks for a line of text that isn't empty.
    public func prompt(_ question: LocalizedText) async throws(TerminalError) -> String {
        try await prompt(question, suggestion: nil)
    }
}

/// One of the three streams that a program starts with.
public enum TerminalStream: Int32, CaseIterable, Sendable {
    /// Standard input.
    case input = 0
    /// Standard output.
    case output = 1
    /// Standard error.
    case error = 2
}

/// What a stream can do.
public struct TerminalCapabilities: Hashable, Sendable {
    /// Whether a person is at the other end.
    public let isInteractive: Bool
    /// The columns of the screen; nil when it isn't one, so that nothing is cut or wrapped.
    public let width: Int?
    /// Whether colours are shown.
    public let hasColors: Bool

    /// Creates a description.
    public init(isInteractive: Bool, width: Int?, hasColors: Bool) {
        self.isInteractive = isInteractive
        self.width = width
        self.hasColors = hasColors
    }
}

/// Whether standard output still takes what is written.
public enum OutputState: Hashable, Sendable {
    /// It does.
    case open
    /// Whoever was reading has seen enough (EPIPE).
    case closed
    /// It cannot be written, with the system's `errno`: a full disk, for instance.
    case failed(code: Int32)
}
