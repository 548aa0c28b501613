public import Localization
public import Presenting

/// Why a command didn't do what it was asked, in words for a person and for a script.
///
/// On standard error a person reads the message and the hint; with `--json` a
/// script reads `{"error":{"code","message"}}`, with `errors` for each field of a
/// form that can't be accepted, and `waits` for what is done later.
public struct CommandFailure: Error, Hashable, Sendable {
    /// The status with which the program ends.
    public let exit: ExitStatus
    /// A stable word for scripts, in `snake_case`.
    public let code: String
    /// What happened, as a sentence.
    public let message: LocalizedText
    /// What the person should know beyond that, or can do next, as sentences.
    public let hint: LocalizedText?
    /// What the person can do next, the most useful first; the program has the
    /// words.
    public private(set) var nextSteps: [NextStep]
    /// The fields that can't be accepted, if it is about a form; the message says
    /// the same.
    public let fields: [FieldFailure]
    /// Whether what was asked for is kept on this device, and done later.
    public let isWaiting: Bool
    /// Words that only this failure has for a step, such as the line to repeat.
    private let places: [NextStepPlace]

    /// Creates a failure that no API knows.
    public init(
        exit: ExitStatus = .failure, code: String, message: LocalizedText, hint: LocalizedText? = nil,
        nextSteps: [NextStep] = []
    ) {
        self.exit = exit
        self.code = code
        self.message = message
        self.hint = hint
        self.nextSteps = nextSteps
        fields = []
        isWaiting = false
        places = []
    }

    /// Creates a failure of an API.
    ///
    /// - Parameter places: Words that only this command has for a step.
    public init(presenting error: any PresentableError, places: [NextStepPlace] = []) {
        exit = ExitStatus(error.nature)
        code = error.code
        message = error.text
        hint = error.remark
        nextSteps = error.nextSteps
        fields = error.fields
        isWaiting = error.isWaiting
        self.places = places
    }

    /// The failure with something more that the person can do next.
    public func offering(_ step: NextStep) -> CommandFailure {
        var failure = self
        failure.nextSteps.append(step)
        return failure
    }

    /// Makes a failure of a call that the program doesn't understand, code `usage`.
    public static func usage(_ message: LocalizedText, hint: LocalizedText? = nil) -> CommandFailure {
        CommandFailure(exit: .usage, code: "usage", message: message, hint: hint)
    }
}

extension CommandFailure {
    /// What the person can do next, in the words of whoever takes the steps.
    package func advice(_ places: [NextStepPlace]) -> LocalizedText? {
        (self.places + places).advice(after: hint, to: nextSteps)
    }
}

extension ExitStatus {
    fileprivate init(_ nature: FailureNature) {
        self =
            switch nature {
            case .input: .usage
            case .credentials: .notLoggedIn
            case .connectivity: .noConnectivity
            case .refused, .fault: .failure
            case .cancelled: .interrupted
            }
    }
}
