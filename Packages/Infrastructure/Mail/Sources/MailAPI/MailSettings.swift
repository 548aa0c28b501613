public import ConfigurationAPI
import Localization

/// Who delivers the letters of a server.
public enum MailTransport: String, CaseIterable, ConfigurationValue {
    /// Nobody: letters are files of a folder.
    case outbox
    /// A mail server.
    case smtp

    /// The one that operators have chosen.
    public static func chosen(in configuration: Configuration) -> MailTransport {
        configuration[MailSettings.transport]
    }
}

/// What operators set of mail, whoever delivers it.
package enum MailSettings {
    package static let transport = ConfigurationKey(
        "mail.transport", default: MailTransport.outbox,
        summary: LocalizedText(
            en: "Where mail goes: to a folder, or to a mail server",
            es: "Adónde va el correo: a una carpeta o a un servidor de correo"))

    package static let sender = ConfigurationKey<String?>(
        "mail.sender", default: nil,
        allowed: .matching(
            LocalizedText(
                en: "an address, such as Essential <no-reply@example.com>",
                es: "una dirección, como Essential <no-reply@example.com>")
        ) { $0.map { MailSender($0) != nil } ?? true },
        summary: LocalizedText(en: "Who messages come from", es: "De quién vienen los mensajes"),
        detail:
            "Without it `Essential <no-reply@essential.invalid>`, but for `smtp`, which needs one. Its name is that of "
            + "the product in messages.")

    package static let templates = ConfigurationKey<String?>(
        "mail.templates", default: nil,
        summary: LocalizedText(
            en: "A folder of messages in your own words", es: "Una carpeta de mensajes con tus propias palabras"),
        detail: "[See below](#mail).")

    package static let section = ConfigurationSection(
        LocalizedText(en: "Mail", es: "Correo"), transport, sender, templates
    ) { configuration in
        guard configuration[transport] == .smtp, configuration[sender] == nil else { return [] }
        return [neededForSMTP(sender.name)]
    }

    /// Who messages come from; a folder needs no address that exists.
    ///
    /// - Throws: `UnusableSettings` for a mail server without a sender.
    package static func sender(in configuration: Configuration) throws(UnusableSettings) -> MailSender {
        let usual = configuration[transport] == .outbox ? "Essential <no-reply@essential.invalid>" : nil
        guard let sender = (configuration[sender] ?? usual).flatMap({ MailSender($0) }) else {
            throw neededForSMTP(Self.sender.name)
        }
        return sender
    }

    package static func neededForSMTP(_ key: String) -> UnusableSettings {
        UnusableSettings(
            [transport.name, key],
            LocalizedText(
                en: "mail.transport is smtp, so \(key) is needed. Set it, or set mail.transport to outbox.",
                es: "mail.transport es smtp, así que hace falta \(key). Defínelo, o pon mail.transport en outbox."))
    }
}
