import AtomicFiles
public import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Glibc
import Localization
import MailAPI

/// What operators set of the mail server.
enum SMTPSection {
    static let host = ConfigurationKey<String?>(
        "mail.smtp.host", default: nil,
        summary: LocalizedText(
            en: "The mail server, by name or address", es: "El servidor de correo, por nombre o dirección"))

    static let port = ConfigurationKey<Int?>(
        "mail.smtp.port", default: nil,
        allowed: .matching(LocalizedText(en: "from 1 to 65535", es: "de 1 a 65535")) {
            $0.map { (1...65_535).contains($0) } ?? true
        },
        summary: LocalizedText(
            en: "Its port (587, 465 or 25 by mail.smtp.security if left out)",
            es: "Su puerto (si falta, 587, 465 o 25 según mail.smtp.security)"))

    static let security = ConfigurationKey(
        "mail.smtp.security", default: SMTPSettings.Security.starttls,
        summary: LocalizedText(
            en: "How the connection to it is protected; none only on this machine",
            es: "Cómo se protege la conexión; none solo en esta máquina"),
        detail: "TLS after a beginning in the clear, which is insisted on; TLS from the start; or none.")

    static let username = ConfigurationKey<String?>(
        "mail.smtp.username", default: nil,
        summary: LocalizedText(en: "The name to log in with there", es: "El nombre con que se inicia sesión allí"),
        detail: "It goes with one of the next two.")

    static let password = ConfigurationKey<Secret?>(
        "mail.smtp.password", default: nil,
        summary: LocalizedText(
            en: "The password there; better in the environment or a file than in a flag",
            es: "La contraseña allí; mejor en el entorno o en un archivo que en una opción"),
        detail: "A flag is seen by everybody on the machine.")

    static let passwordFile = ConfigurationKey<String?>(
        "mail.smtp.password_file", default: nil,
        summary: LocalizedText(
            en: "A file whose first line is the password", es: "Un archivo cuya primera línea es la contraseña"),
        detail: "It is read for each delivery.")

    static let authorityFile = ConfigurationKey<String?>(
        "mail.smtp.ca_file", default: nil,
        summary: LocalizedText(
            en: "The PEM file of the authorities to trust instead of the system's",
            es: "El archivo PEM de las autoridades en que confiar en lugar de las del sistema"))

    static let timeout = ConfigurationKey(
        "mail.smtp.timeout", default: Duration.seconds(60), allowed: .range(.seconds(1) ... .seconds(600)),
        summary: LocalizedText(en: "How long one delivery may take", es: "Cuánto puede tardar una entrega"))

    static let section = ConfigurationSection(
        LocalizedText(en: "Mail by SMTP", es: "Correo por SMTP"), host, port, security, username, password,
        passwordFile,
        authorityFile, timeout, check: problems)

    private static func problems(of configuration: Configuration) -> [any SettingsError] {
        guard MailTransport.chosen(in: configuration) == .smtp else { return [] }
        var problems: [any SettingsError] = []
        do throws(UnusableSettings) {
            _ = try SMTPSettings(configuration)
        } catch {
            problems.append(error)
        }
        // The name is nothing without the password.
        let files = [
            unreadable(passwordFile, username, in: configuration), empty(in: configuration),
            unreadable(authorityFile, in: configuration),
        ]
        return problems + files.compactMap { $0 }
    }

    /// A file that is read when it is needed.
    ///
    /// - Parameter others: What goes with it.
    private static func unreadable(
        _ key: ConfigurationKey<String?>, _ others: ConfigurationKey<String?>..., in configuration: Configuration
    ) -> UnusableSettings? {
        guard let path = configuration[key], let reason = obstacle(to: path)?.text else { return nil }
        return UnusableSettings(
            Set([key.name] + others.map(\.name)),
            LocalizedText(
                en:
                    "\(key.name) names \(path), which can't be read (\(reason.english)). Name another file, or make it readable.",
                es:
                    "\(key.name) nombra \(path), que no se puede leer (\(reason.spanish)). Indica otro archivo o hazlo legible."
            ))
    }

    /// Why a file has no content; a pipe has some once, and a device has no end.
    private static func obstacle(to path: String) -> SystemReason? {
        var status = stat()
        guard unsafe access(path, R_OK) == 0, unsafe stat(path, &status) == 0 else { return SystemReason(errno) }
        return status.st_mode & S_IFMT == S_IFREG ? nil : SystemReason(ENXIO)
    }

    /// A password file that begins with an empty line: no server takes that.
    private static func empty(in configuration: Configuration) -> UnusableSettings? {
        guard let path = configuration[passwordFile], obstacle(to: path) == nil,
            let password = try? SMTPSettings.Password.file(path).read(), password.count == 0
        else { return nil }
        return UnusableSettings(
            [passwordFile.name, username.name],
            LocalizedText(
                en: "\(passwordFile.name) names \(path), whose first line is empty. Write the password there.",
                es: "\(passwordFile.name) nombra \(path), cuya primera línea está vacía. Escribe ahí la contraseña."))
    }
}

extension SMTPSettings.Security: ConfigurationValue {}

extension SMTPSettings {
    /// The settings as operators have chosen them.
    ///
    /// - Throws: `UnusableSettings` if they don't go together.
    init(_ configuration: Configuration) throws(UnusableSettings) {
        guard let host = configuration[SMTPSection.host] else {
            throw MailSettings.neededForSMTP(SMTPSection.host.name)
        }
        let settings = SMTPSettings(
            host: host, port: configuration[SMTPSection.port], security: configuration[SMTPSection.security],
            login: try Login(configuration), authorityFile: configuration[SMTPSection.authorityFile],
            timeout: configuration[SMTPSection.timeout])
        guard let settings else {
            throw UnusableSettings(
                [SMTPSection.host.name, SMTPSection.security.name],
                LocalizedText(
                    en:
                        "mail.smtp.host \(host) can't be used: it has to be a name or an address, and of this machine if "
                        + "mail.smtp.security is none.",
                    es: "mail.smtp.host \(host) no sirve: debe ser un nombre o una dirección, y de esta máquina si "
                        + "mail.smtp.security es none."))
        }
        self = settings
    }
}

extension SMTPSettings.Login {
    /// - Returns: nil for a server that wants no login.
    fileprivate init?(_ configuration: Configuration) throws(UnusableSettings) {
        let file = configuration[SMTPSection.passwordFile], value = configuration[SMTPSection.password]
        switch (configuration[SMTPSection.username], file, value) {
        case (nil, nil, nil): return nil
        case (let name?, let file?, nil): self.init(name: name, password: .file(file))
        case (let name?, nil, let value?): self.init(name: name, password: .value(value))
        default:
            throw UnusableSettings(
                [SMTPSection.username.name, SMTPSection.password.name, SMTPSection.passwordFile.name],
                LocalizedText(
                    en: "mail.smtp.username goes with either mail.smtp.password or mail.smtp.password_file.",
                    es: "mail.smtp.username va con mail.smtp.password o con mail.smtp.password_file, no con ambos."))
        }
    }
}
