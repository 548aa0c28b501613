import ConfigurationAPI
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization
import MailAPI
import MailOutbox
import MailSMTP
import OperatingAPI
import SQLStoreAPI

/// `essentiald mail test`: whether letters arrive, before somebody waits for one.
struct MailTestCommand: Sendable {
    let access: any ServerDataAccess

    private static let recipient = Parameter<String>.argument(
        "email", .email,
        summary: LocalizedText(
            en: "Where it goes: an address whose mail you read", es: "Adónde va: una dirección cuyo correo leas"))

    private struct Sent: Encodable, Sendable {
        let recipient: String
        let server: String
    }

    var test: Command {
        Command(
            "mail test",
            summary: LocalizedText(
                en: "Send a letter, and say what the mail server answered",
                es: "Envía una carta y dice qué respondió el servidor de correo"),
            discussion: LocalizedText(
                en:
                    "It goes out at once and by no queue, whether a server runs or not. That the mail server took it doesn't "
                    + "say that it arrives: look into the mailbox.",
                es:
                    "Sale al momento y sin cola, esté en marcha un servidor o no. Que el servidor de correo la acepte no "
                    + "dice que llegue: mira el buzón."),
            examples: [
                CommandExample(
                    "essentiald mail test you@example.com", LocalizedText(en: "to yourself", es: "a ti"))
            ],
            parameters: [Self.recipient]
        ) { invocation, _ throws(CommandFailure) in
            guard let recipient = EmailAddress(invocation[Self.recipient]) else { throw Self.noAddress }
            let configuration = try access.configuration()
            guard MailTransport.chosen(in: configuration) == .smtp else { throw Self.nobodySends }
            let (settings, sender) = try Self.settings(in: configuration)
            return try await access.withData([]) { data in
                let letter = Self.letter(
                    to: recipient, from: sender, id: try data.cryptography.random.uuid(), at: data.now())
                do throws(MailDeliveryError) {
                    try await SMTPDelivery(settings: settings, sender: sender.address).deliver(letter)
                } catch {
                    throw Self.notTaken(error, by: settings)
                }
                try await data.database.write { db in try data.record(.testLetterSent, in: db) }
                return CommandOutput(
                    json: Sent(recipient: "\(recipient)", server: settings.host),
                    .line(
                        LocalizedText(
                            en: "\(settings.host) took the letter for \(recipient). Look into that mailbox, also among "
                                + "unwanted mail.",
                            es: "\(settings.host) aceptó la carta para \(recipient). Mira ese buzón, también entre el "
                                + "correo no deseado."), .success))
            }
        }
    }

    private static func settings(
        in configuration: Configuration
    ) throws(CommandFailure) -> (SMTPSettings, MailSender) {
        do throws(UnusableSettings) {
            let needed = try MailSMTPPlugin.Dependencies(configuration)
            return (needed.settings, try MailSettings.sender(in: configuration))
        } catch {
            throw CommandFailure(exit: .usage, code: error.code, message: error.text)
        }
    }

    private static func letter(
        to recipient: EmailAddress, from sender: MailSender, id: UUID, at now: Date
    ) -> MailLetter {
        let message = MailMessage(
            recipient: recipient, template: .notice,
            texts: [
                "subject": LocalizedText(en: "A test of {product}", es: "Una prueba de {product}"),
                "text": LocalizedText(
                    en: "Whoever runs the server sent this letter to see whether letters arrive. They do.",
                    es: "Quien administra el servidor envió esta carta para ver si las cartas llegan. Llegan."),
            ])
        let wordings = message.languages.map { language in
            let values = message.values(in: language, from: sender.product)
            return message.template.wording(in: language).filled(with: values).filled(with: values)
        }
        let data = Letter(message: message, wordings: wordings, sender: sender, date: now, id: id).data
        return MailLetter(id: id, date: now, recipient: recipient, data: data)
    }

    // MARK: What is in the way

    private static let noAddress = CommandFailure(
        exit: .usage, code: "invalid_email",
        message: LocalizedText(
            en: "That is no email address. It should look like name@example.com. No letter was sent.",
            es: "Eso no es una dirección de correo. Debe parecerse a nombre@example.com. No se envió ninguna carta."))

    private static let nobodySends = CommandFailure(
        code: "mail_not_sent",
        message: LocalizedText(
            en: "mail.transport is outbox: letters are files of a folder, and nobody gets them. No letter was sent.",
            es: "mail.transport es outbox: las cartas son archivos de una carpeta y no las recibe nadie. No se envió "
                + "ninguna carta."),
        hint: LocalizedText(
            en: "Set mail.transport to smtp, with mail.sender and mail.smtp.host.",
            es: "Pon mail.transport en smtp, con mail.sender y mail.smtp.host."))

    private static func notTaken(_ error: MailDeliveryError, by settings: SMTPSettings) -> CommandFailure {
        let isRefused = if case .refused = error { true } else { false }
        return CommandFailure(
            code: isRefused ? "mail_refused" : "mail_postponed",
            message: LocalizedText(
                en: "\(settings.host) didn't take the letter: \(error.reason). No letter was sent.",
                es: "\(settings.host) no aceptó la carta: \(error.reason). No se envió ninguna carta."),
            hint: LocalizedText(
                en: "essentiald doctor looks at the mail server's name, certificate and login.",
                es: "essentiald doctor mira el nombre, el certificado y el acceso del servidor de correo."))
    }
}

extension OperatorDeed {
    static let testLetterSent = OperatorDeed(
        "test-letter-sent",
        LocalizedText(en: "An operator sent a test letter", es: "Quien administra envió una carta de prueba"))
}
