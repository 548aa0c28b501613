public import Presenting

/// What a command prints when it is done, for a script and for a person.
public struct CommandOutput: Sendable {
    /// The one object that `--json` prints, with the names of the wire.
    public let json: any Encodable & Sendable
    /// What a person reads.
    public let text: [OutputBlock]
    /// What the person can do next, the most useful first; the program has the
    /// words, and passes over what it doesn't offer.
    public let nextSteps: [NextStep]
    /// The status with which the program ends; anything but success is for
    /// commands whose very answer is bad news, such as `status`.
    public let exit: ExitStatus

    /// Creates an output.
    public init(
        json: any Encodable & Sendable, text: [OutputBlock], nextSteps: [NextStep] = [], exit: ExitStatus = .success
    ) {
        self.json = json
        self.text = text
        self.nextSteps = nextSteps
        self.exit = exit
    }

    /// Creates an output of a command that succeeded.
    public init(json: any Encodable & Sendable, _ text: OutputBlock...) {
        self.init(json: json, text: text)
    }

    /// Creates an output whose object is empty: `{}`.
    public init(_ text: OutputBlock...) {
        self.init(json: [String: String](), text: text)
    }
}
