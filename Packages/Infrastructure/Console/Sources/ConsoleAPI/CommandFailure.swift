public import Localization

/// Why a command didn't do what it was asked, in words for a person and for a script.
///
/// On standard error a person reads the message and the hint; with `--json` a
/// script reads `{"error":{"code","message"}}`.
public struct CommandFailure: Error, Hashable, Sendable {
    /// The status with which the program ends.
    public let exit: ExitStatus
    /// A stable word for scripts, in `snake_case`.
    public let code: String
    /// What happened, as a sentence.
    public let message: LocalizedText
    /// What the person can do next, as a sentence.
    public let hint: LocalizedText?

    /// Creates a failure.
    public init(
        exit: ExitStatus = .failure, code: String, message: LocalizedText, hint: LocalizedText? = nil
    ) {
        self.exit = exit
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// Makes a failure of a call that the program doesn't understand, code `usage`.
    public static func usage(_ message: LocalizedText, hint: LocalizedText? = nil) -> CommandFailure {
        CommandFailure(exit: .usage, code: "usage", message: message, hint: hint)
    }
}
