public import ConsoleAPI
import ConsoleEngine
public import CoreModels
public import FoundationEssentials
public import Localization
import Locking

/// A terminal that a test scripts and reads.
///
/// Questions are answered from ``Answer``s in order; asked when none is left,
/// the spy says that the input ended. Output is laid out as the real terminal
/// does it, without colours.
public final class TerminalSpy: Terminal {
    /// What the person answers.
    public enum Answer: Sendable {
        /// A line of text, for any question; an empty one takes the suggestion.
        case text(String)
        /// Nothing, for this reason.
        case failure(TerminalError)
    }

    /// A question that was asked.
    public struct Question: Hashable, Sendable {
        /// Its words, in the language of the terminal.
        public let text: String
        /// Whether the answer didn't show.
        public let isSecret: Bool

        /// Creates a question to compare with.
        public init(text: String, isSecret: Bool) {
            self.text = text
            self.isSecret = isSecret
        }
    }

    /// What was told of progress.
    public enum ProgressEvent: Hashable, Sendable {
        /// It started, with this title.
        case started(String)
        /// So much was done.
        case updated(completed: Int64, total: Int64?)
        /// It was taken off the screen.
        case finished
    }

    private struct State {
        var language: Language
        var answers: [Answer]
        var input: [String]
        var output = ""
        var bytes = Data()
        var errors = ""
        var questions: [Question] = []
        var progress: [ProgressEvent] = []
        var outputState = OutputState.open
        var pictures: [Picture] = []
        var rows: [ListName: [UUID]] = [:]
    }

    private let state: Locked<State>
    private let isInteractive: Bool
    private let width: Int?
    private let display: PictureDisplay?

    /// Creates a terminal.
    ///
    /// - Parameters:
    ///   - answers: What the person answers, in order; nil for no person at all.
    ///   - input: The lines on standard input.
    ///   - width: The columns of the screen; nil for a pipe.
    ///   - language: The language of the texts.
    ///   - display: How it shows pictures; nil if it doesn't.
    public init(
        answers: [Answer]? = nil, input: [String] = [], width: Int? = nil, language: Language = .english,
        display: PictureDisplay? = nil
    ) {
        isInteractive = answers != nil
        self.width = width
        self.display = display
        state = Locked(State(language: language, answers: answers ?? [], input: input))
    }

    /// All that was written to standard output.
    public var output: String { state.withLock { $0.output } }
    /// All bytes that were written to standard output as they are.
    public var bytes: Data { state.withLock { $0.bytes } }
    /// All that was written to standard error.
    public var errors: String { state.withLock { $0.errors } }
    /// The questions in the order in which they were asked.
    public var questions: [Question] { state.withLock { $0.questions } }
    /// What was told of progress, in order.
    public var progressEvents: [ProgressEvent] { state.withLock { $0.progress } }

    /// The pictures that were written to standard output; what they show in
    /// words is in ``output`` as well.
    public var pictures: [Picture] { state.withLock { $0.pictures } }

    /// Whether standard output still takes what is written; what is written
    /// after it doesn't is dropped.
    public var outputState: OutputState {
        get { state.withLock { $0.outputState } }
        set { state.withLock { $0.outputState = newValue } }
    }

    /// The rows that were remembered.
    public func rows(of list: ListName) -> [UUID] { state.withLock { $0.rows[list] ?? [] } }
    /// Remembers the rows.
    public func remember(_ rows: [UUID], of list: ListName) { state.withLock { $0.rows[list] = rows } }

    package func speak(_ language: Language) {
        state.withLock { $0.language = language }
    }

    /// A terminal on all streams if there is a person or a width, without colours.
    public func capabilities(of stream: TerminalStream) -> TerminalCapabilities {
        TerminalCapabilities(isInteractive: isInteractive || width != nil, width: width, hasColors: false)
    }

    /// Records output.
    public func write(_ blocks: [OutputBlock]) {
        state.withLock { state in
            guard state.outputState == .open else { return }
            state.output += renderer(state).render(blocks)
            for case .picture(let picture) in blocks { state.pictures.append(picture) }
        }
    }

    /// Records bytes.
    public func writeBytes(_ bytes: Data) {
        state.withLock { state in
            if state.outputState == .open { state.bytes += bytes }
        }
    }

    /// As the test says.
    public func pictureDisplay() async -> PictureDisplay? { display }

    /// Records a note.
    public func writeError(_ blocks: [OutputBlock]) {
        state.withLock { state in state.errors += renderer(state).render(blocks) }
    }

    /// Records the question and gives the next answer.
    public func prompt(_ question: LocalizedText, suggestion: String?) async throws(TerminalError) -> String {
        let text = try answer(question, isSecret: false)
        return text.isEmpty ? suggestion ?? "" : text
    }

    /// Records the question and gives the next answer.
    public func promptSecret(_ question: LocalizedText) async throws(TerminalError) -> Secret {
        Secret(try answer(question, isSecret: true))
    }

    /// Records the question; `y` is yes, an empty answer the suggestion, anything else no.
    public func confirm(_ question: LocalizedText, suggestion: Bool) async throws(TerminalError) -> Bool {
        let text = try answer(question, isSecret: false)
        return text.isEmpty ? suggestion : text == "y"
    }

    /// Gives the next line of standard input.
    public func readSecretLine() async throws(TerminalError) -> Secret {
        let line: String? = state.withLock { state in
            state.input.isEmpty ? nil : state.input.removeFirst()
        }
        guard let line else { throw .endOfInput }
        guard line.utf8.count <= 1_024 else { throw .tooLong(limit: 1_024) }
        return Secret(line)
    }

    /// Records progress.
    public func progress(_ title: LocalizedText, unit: ProgressUnit) -> any ProgressReporting {
        note(.started(state.withLock { title.text(in: $0.language) }))
        return ProgressSpy { [weak self] in self?.note($0) }
    }

    private func note(_ event: ProgressEvent) {
        state.withLock { $0.progress.append(event) }
    }

    private func renderer(_ state: State) -> TextRenderer {
        TextRenderer(language: state.language, width: width, hasColors: false)
    }

    private func answer(_ question: LocalizedText, isSecret: Bool) throws(TerminalError) -> String {
        guard isInteractive else { throw .noTerminal }
        let answer: Answer? = state.withLock { state in
            state.questions.append(Question(text: question.text(in: state.language), isSecret: isSecret))
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        switch answer {
        case .text(let text)?: return text
        case .failure(let error)?: throw error
        case nil: throw .endOfInput
        }
    }
}

private struct ProgressSpy: ProgressReporting {
    let note: @Sendable (TerminalSpy.ProgressEvent) -> Void

    func update(completed: Int64, total: Int64?) { note(.updated(completed: completed, total: total)) }
    func finish() { note(.finished) }
}
