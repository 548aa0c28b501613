public import Localization

/// Why a command didn't do what it was asked, in words for a person and for a script.
///
/// On standard error a person reads the message and the hint; with `--json` a
/// script reads `{"error":{"code","message"}}`, with `errors` for each field of a
/// form that can't be accepted.
public struct CommandFailure: Error, Hashable, Sendable {
    /// A field of a form that can't be accepted.
    public struct Field: Hashable, Sendable {
        /// Where it is in the form, such as `/email`.
        public let pointer: String
        /// What is wrong with it and what would be right, as a sentence.
        public let message: LocalizedText

        /// Creates a description of a field.
        public init(pointer: String, message: LocalizedText) {
            self.pointer = pointer
            self.message = message
        }
    }

    /// The status with which the program ends.
    public let exit: ExitStatus
    /// A stable word for scripts, in `snake_case`.
    public let code: String
    /// What happened, as a sentence.
    public let message: LocalizedText
    /// What the person can do next, as a sentence.
    public let hint: LocalizedText?
    /// The fields that can't be accepted, if it is about a form; the message says
    /// the same.
    public let fields: [Field]

    /// Creates a failure.
    public init(
        exit: ExitStatus = .failure, code: String, message: LocalizedText, hint: LocalizedText? = nil,
        fields: [Field] = []
    ) {
        self.exit = exit
        self.code = code
        self.message = message
        self.hint = hint
        self.fields = fields
    }

    /// Makes a failure of a call that the program doesn't understand, code `usage`.
    public static func usage(_ message: LocalizedText, hint: LocalizedText? = nil) -> CommandFailure {
        CommandFailure(exit: .usage, code: "usage", message: message, hint: hint)
    }
}
