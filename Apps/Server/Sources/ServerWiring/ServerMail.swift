import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import MailFolder
import MailSMTP
import PluginKit

/// Chooses who delivers mail.
enum ServerMail {
    /// Installs the delivery that is configured.
    ///
    /// - Parameter folder: Has the folder of letters where none is configured.
    /// - Returns: What gives the delivery to the plugin that asks for it.
    static func installDelivery(
        _ host: inout PluginHost, _ configuration: Configuration, in folder: Installed<DataFolderPlugin.Exports>
    ) throws(PluginHostError) -> (borrowing PluginScope) throws -> any MailDelivering {
        switch configuration[MailSettings.transport].option {
        case .outbox:
            let plugin = try host.install(MailFolderPlugin.self) { scope in
                try configuration[MailSettings.outbox] ?? scope[folder].path(of: "outbox")
            }
            return { try $0[plugin].delivery }
        case .smtp:
            let plugin = try host.install(
                MailSMTPPlugin.self,
                .init(settings: try settings(configuration), sender: try sender(configuration).address))
            return { try $0[plugin].delivery }
        }
    }

    /// Who messages come from; a folder needs no address that exists.
    static func sender(_ configuration: Configuration) throws -> MailSender {
        let usual = "Essential <no-reply@essential.invalid>"
        let text = configuration[MailSettings.sender]
        guard text != nil || configuration[MailSettings.transport].option == .outbox,
            let sender = MailSender(text ?? usual)
        else { throw MailConfigurationError.missing(MailSettings.sender.name) }
        return sender
    }

    static func settings(_ configuration: Configuration) throws -> SMTPSettings {
        guard let host = configuration[MailSettings.host] else {
            throw MailConfigurationError.missing(MailSettings.host.name)
        }
        let settings = SMTPSettings(
            host: host, port: configuration[MailSettings.port], security: configuration[MailSettings.security].option,
            login: try login(configuration), authorityFile: configuration[MailSettings.authorityFile],
            timeout: configuration[MailSettings.timeout])
        guard let settings else { throw MailConfigurationError.server(host) }
        return settings
    }

    private static func login(_ configuration: Configuration) throws -> SMTPSettings.Login? {
        let file = configuration[MailSettings.passwordFile], value = configuration[MailSettings.password]
        switch (configuration[MailSettings.username], file, value) {
        case (nil, nil, nil): return nil
        case (let name?, let file?, nil): return .init(name: name, password: .file(file))
        case (let name?, nil, let value?): return .init(name: name, password: .value(value))
        default: throw MailConfigurationError.login
        }
    }
}

/// Keys of mail that don't go together.
enum MailConfigurationError: Error {
    case missing(String)
    case server(String)
    case login

    var text: LocalizedText {
        switch self {
        case .missing(let key):
            LocalizedText(
                en: "mail.transport is smtp, so \(key) is needed. Set it, or set mail.transport to outbox.",
                es: "mail.transport es smtp, así que hace falta \(key). Defínelo, o pon mail.transport en outbox.")
        case .server(let host):
            LocalizedText(
                en: "mail.smtp.host \(host) can't be used: it has to be a name or an address, and of this machine if "
                    + "mail.smtp.security is none.",
                es: "mail.smtp.host \(host) no sirve: debe ser un nombre o una dirección, y de esta máquina si "
                    + "mail.smtp.security es none.")
        case .login:
            LocalizedText(
                en: "mail.smtp.username goes with either mail.smtp.password or mail.smtp.password_file.",
                es: "mail.smtp.username va con mail.smtp.password o con mail.smtp.password_file, no con ambos.")
        }
    }
}
