import ConfigurationAPI
import CoreModels
import Localization
import MailAPI
import MailSMTP

/// The keys by which mail is configured.
enum MailSettings {
    /// Who delivers.
    enum Transport: String, CaseIterable, Sendable {
        /// Nobody: letters are files of a folder.
        case outbox
        /// A mail server.
        case smtp
    }

    static let transport = ConfigurationKey(
        "mail.transport", default: Choice(Transport.outbox),
        summary: LocalizedText(
            en: "Where mail goes: to a folder, or to a mail server",
            es: "Adónde va el correo: a una carpeta o a un servidor de correo"))

    static let outbox = ConfigurationKey<String?>(
        "mail.outbox", default: nil,
        summary: LocalizedText(
            en: "The folder of the messages (outbox in the data folder if left out)",
            es: "La carpeta de los mensajes (si falta, outbox en la carpeta de datos)"))

    static let sender = ConfigurationKey<String?>(
        "mail.sender", default: nil,
        allowed: .matching(
            LocalizedText(
                en: "an address, such as Essential <no-reply@example.com>",
                es: "una dirección, como Essential <no-reply@example.com>")
        ) { $0.map { MailSender($0) != nil } ?? true },
        summary: LocalizedText(en: "Who messages come from", es: "De quién vienen los mensajes"))

    static let templates = ConfigurationKey<String?>(
        "mail.templates", default: nil,
        summary: LocalizedText(
            en: "A folder of messages in your own words", es: "Una carpeta de mensajes con tus propias palabras"))

    static let host = ConfigurationKey<String?>(
        "mail.smtp.host", default: nil,
        summary: LocalizedText(en: "The mail server", es: "El servidor de correo"))

    static let port = ConfigurationKey<Int?>(
        "mail.smtp.port", default: nil,
        allowed: .matching(LocalizedText(en: "from 1 to 65535", es: "de 1 a 65535")) {
            $0.map { (1...65_535).contains($0) } ?? true
        },
        summary: LocalizedText(
            en: "Its port (587, 465 or 25 by mail.smtp.security if left out)",
            es: "Su puerto (si falta, 587, 465 o 25 según mail.smtp.security)"))

    static let security = ConfigurationKey(
        "mail.smtp.security", default: Choice(SMTPSettings.Security.starttls),
        summary: LocalizedText(
            en: "How the connection to it is protected; none only on this machine",
            es: "Cómo se protege la conexión; none solo en esta máquina"))

    static let username = ConfigurationKey<String?>(
        "mail.smtp.username", default: nil,
        summary: LocalizedText(en: "The name to log in with there", es: "El nombre con que se inicia sesión allí"))

    static let password = ConfigurationKey<Secret?>(
        "mail.smtp.password", default: nil,
        summary: LocalizedText(
            en: "The password there; better in the environment or a file than in a flag",
            es: "La contraseña allí; mejor en el entorno o en un archivo que en una opción"))

    static let passwordFile = ConfigurationKey<String?>(
        "mail.smtp.password_file", default: nil,
        summary: LocalizedText(
            en: "A file whose first line is the password", es: "Un archivo cuya primera línea es la contraseña"))

    static let authorityFile = ConfigurationKey<String?>(
        "mail.smtp.ca_file", default: nil,
        summary: LocalizedText(
            en: "The PEM file of the authorities to trust instead of the system's",
            es: "El archivo PEM de las autoridades en que confiar en lugar de las del sistema"))

    static let timeout = ConfigurationKey(
        "mail.smtp.timeout", default: Duration.seconds(60), allowed: .range(.seconds(1) ... .seconds(600)),
        summary: LocalizedText(
            en: "How long one delivery may take", es: "Cuánto puede tardar una entrega"))

    static let declarations: [ConfigurationDeclaration] = [
        transport.declaration, outbox.declaration, sender.declaration, templates.declaration, host.declaration,
        port.declaration, security.declaration, username.declaration, password.declaration,
        passwordFile.declaration, authorityFile.declaration, timeout.declaration,
    ]
}
