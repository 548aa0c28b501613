public import Localization

/// A file of the operator's own words can't be used.
public struct MailTemplateError: Error, Hashable, Sendable {
    /// The path of the file or the folder.
    public let file: String
    /// What is wrong with it, to go on after a colon.
    public let problem: LocalizedText

    /// Creates an error.
    public init(file: String, problem: LocalizedText) {
        self.file = file
        self.problem = problem
    }

    /// What is wrong and what to do about it.
    public var text: LocalizedText {
        LocalizedText(
            en:
                "The mail template \(file) can't be used: \(problem.english). Mend it, or remove it to have the server's "
                + "own words.",
            es:
                "La plantilla de correo \(file) no sirve: \(problem.spanish). Corrígela, o quítala para usar las palabras "
                + "del servidor.")
    }
}

extension MailTemplateError: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}
