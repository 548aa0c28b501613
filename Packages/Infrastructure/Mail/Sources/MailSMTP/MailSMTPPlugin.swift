public import ConfigurationAPI
public import CoreModels
import Localization
public import MailAPI
public import PluginKit

/// Installs delivery to a mail server.
public enum MailSMTPPlugin: Plugin {
    /// What delivery needs.
    public struct Dependencies: Sendable {
        /// The mail server.
        public let settings: SMTPSettings
        /// To whom the mail server returns what can't be delivered.
        public let sender: EmailAddress

        /// Creates the dependencies.
        public init(settings: SMTPSettings, sender: EmailAddress) {
            self.settings = settings
            self.sender = sender
        }

        /// Creates dependencies as operators have set them.
        ///
        /// - Throws: `UnusableSettings` if they don't go together.
        public init(_ configuration: Configuration) throws(UnusableSettings) {
            self.init(
                settings: try SMTPSettings(configuration), sender: try MailSettings.sender(in: configuration).address)
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Hands letters to the mail server.
        public let delivery: any MailDelivering
    }

    /// The name `mail-smtp`.
    public static let manifest = PluginManifest(
        id: "mail-smtp", summary: LocalizedText(en: "Mail by SMTP", es: "Correo por SMTP"))

    /// The mail server.
    public static let declarations = Contributions(SMTPSection.section, to: ConfigurationSections.self)

    /// Builds the delivery.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let delivery = SMTPDelivery(settings: dependencies.settings, sender: dependencies.sender)
        return Assembly(
            exports: Exports(delivery: delivery), services: [Service(settings: dependencies.settings)])
    }

    /// Finds out at the start whether there is a password, and for operators whether letters go out.
    private struct Service: PluginService {
        let settings: SMTPSettings

        func rehearse() async -> StartRehearsal {
            var found = StartRehearsal(unchecked: [
                LocalizedText(
                    en: "Whether the mail server takes letters: a start doesn't ask it. essentiald mail test does.",
                    es:
                        "Si el servidor de correo acepta cartas: el arranque no se lo pregunta. essentiald mail test, sí."
                )
            ])
            do { try await start() } catch { found.problems.append(error) }
            return found
        }

        func examine() async -> ServiceExamination {
            ServiceExamination(findings: await SMTPExamination(settings: settings).findings())
        }

        func start() async throws {
            _ = try settings.login?.password.read()
        }
    }
}
