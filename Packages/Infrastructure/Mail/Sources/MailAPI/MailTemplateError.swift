public import ConfigurationAPI
public import Localization
public import Presenting

/// A file of the operator's own words can't be used.
public struct MailTemplateError: SettingsError, Hashable {
    /// The path of the file or the folder.
    public let file: String
    /// What is wrong with it, to go on after a colon.
    public let problem: LocalizedText

    /// Creates an error.
    public init(file: String, problem: LocalizedText) {
        self.file = file
        self.problem = problem
    }

    /// The word `mail_template`.
    public var code: String { "mail_template" }
    /// An operator wrote it.
    public var nature: FailureNature { .input }
    /// The folder of the operator's own words.
    public var settings: Set<String> { [MailSettings.templates.name] }

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
