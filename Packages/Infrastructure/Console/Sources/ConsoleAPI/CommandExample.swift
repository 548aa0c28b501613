public import Localization

/// A call worth imitating, shown in the help and on the manual page.
public struct CommandExample: Sendable {
    /// The whole line as a person types it: `essential feed --limit 20`.
    public let line: String
    /// What the call does.
    public let summary: LocalizedText

    /// Creates an example.
    public init(_ line: String, _ summary: LocalizedText) {
        self.line = line
        self.summary = summary
    }
}
