import ConfigurationAPI
import ConsoleAPI
import FoundationEssentials
import Glibc
import Localization

/// What keys of the configuration have to do with one another.
struct ConfigurationRules {
    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// All that doesn't go together.
    var problems: [StartProblem] { transport + mail + captcha }

    // MARK: How people reach the server

    private var transport: [StartProblem] {
        let hasCertificate = configuration[ServerSettings.certificate] != nil
        guard hasCertificate == (configuration[ServerSettings.privateKey] != nil) else {
            return [
                StartProblem(
                    LocalizedText(
                        en: "server.tls.certificate and server.tls.key belong together. Set both, or neither.",
                        es: "server.tls.certificate y server.tls.key van juntos. Define ambos, o ninguno."),
                    [ServerSettings.certificate.name, ServerSettings.privateKey.name])
            ]
        }
        guard !hasCertificate, !isMeantToBePlain else { return [] }
        let listen = configuration[ServerSettings.listen]
        return [
            StartProblem(
                LocalizedText(
                    en:
                        "server.listen is \(listen), which others reach, and without TLS whoever is on the way reads "
                        + "passwords. Set server.tls.certificate and server.tls.key. If a proxy in front speaks https, "
                        + "set server.public_url to its https address, or server.trusted_proxies. Where nobody can "
                        + "listen in, say so: server.plain_http=true.",
                    es:
                        "server.listen es \(listen), que otros alcanzan, y sin TLS quien esté en el camino lee las "
                        + "contraseñas. Define server.tls.certificate y server.tls.key. Si delante hay un proxy con "
                        + "https, define server.public_url con su dirección https, o server.trusted_proxies. Donde "
                        + "nadie pueda escuchar, dilo: server.plain_http=true."),
                [
                    ServerSettings.listen.name, ServerSettings.publicURL.name, ServerSettings.trustedProxies.name,
                    ServerSettings.plainHTTP.name,
                ])
        ]
    }

    /// Whether plain HTTP goes no further than this machine, or to a proxy that
    /// somebody told of, or was asked for.
    private var isMeantToBePlain: Bool {
        ListenAddress(configuration[ServerSettings.listen])?.isLoopback == true
            || configuration[ServerSettings.publicURL]?.scheme?.lowercased() == "https"
            || !configuration[ServerSettings.trustedProxies].isEmpty || configuration[ServerSettings.plainHTTP]
    }

    // MARK: Mail

    private var mail: [StartProblem] {
        guard configuration[MailSettings.transport].option == .smtp else { return [] }
        let checks: [() throws -> Void] = [
            { _ = try ServerMail.settings(configuration) }, { _ = try ServerMail.sender(configuration) },
        ]
        var problems: [StartProblem] = []
        for check in checks {
            do {
                try check()
            } catch {
                let failure = CommandFailure(starting: error, database: "")
                problems.append(StartProblem(failure, [MailSettings.transport.name, MailSettings.sender.name]))
            }
        }
        return problems + unreadable(MailSettings.passwordFile) + unreadable(MailSettings.authorityFile)
    }

    /// A file that is read when it is needed.
    private func unreadable(_ key: ConfigurationKey<String?>) -> [StartProblem] {
        guard let path = configuration[key], access(path, R_OK) != 0 else { return [] }
        let reason = String(cString: strerror(errno))
        return [
            StartProblem(
                LocalizedText(
                    en: "\(key.name) names \(path), which can't be read (\(reason)). Name another file, or make it "
                        + "readable.",
                    es: "\(key.name) nombra \(path), que no se puede leer (\(reason)). Indica otro archivo o hazlo "
                        + "legible."),
                [key.name])
        ]
    }

    // MARK: CAPTCHA

    private var captcha: [StartProblem] {
        CaptchaSettings.missing(configuration).map { key in
            StartProblem(CaptchaConfigurationError(missing: key).text, [CaptchaSettings.provider.name, key])
        }
    }
}
