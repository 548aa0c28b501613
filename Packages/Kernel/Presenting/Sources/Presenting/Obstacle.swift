public import Localization

/// What is in the way of something, as a value that errors of other features
/// pass on.
public struct Obstacle: Hashable, Sendable {
    /// A stable word for programs, in `snake_case`.
    public let code: String
    /// What happened, and what was kept, as sentences.
    public let text: LocalizedText
    /// What the person can do about it, the most useful first.
    public let nextSteps: [NextStep]
    /// Whether it stays: another time is no better, so nothing waits for one.
    public let isFinal: Bool

    /// Describes an obstacle.
    public init(code: String, _ text: LocalizedText, nextSteps: [NextStep] = [], isFinal: Bool = false) {
        self.code = code
        self.text = text
        self.nextSteps = nextSteps
        self.isFinal = isFinal
    }

    /// Passes on what an error says.
    public init(_ error: any PresentableError) {
        self.init(code: error.code, error.fullText, nextSteps: error.nextSteps)
    }
}
