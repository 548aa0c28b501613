import AtomicFiles
import CoreModels
import CurlKit
import Localization
import PluginKit

/// Sees whether the mail server lets us in, and gives it no letter.
struct SMTPExamination: Sendable {
    let settings: SMTPSettings

    /// An operator waits for it.
    private static let limit = Duration.seconds(8)

    func findings() async -> [Finding] {
        var findings: [Finding] = []
        if case .file(let path) = settings.login?.password, AtomicFile(path: path).isOpenToEverybody {
            findings.append(Self.exposed(path))
        }
        // That the password can't be read a start finds out.
        let password = try? settings.login?.password.read()
        guard settings.login == nil || password != nil else { return findings }
        let loop = CurlLoop(), ticket = CurlTicket()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.start(ticket, Visit(settings, password, Self.limit) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        await loop.stop()
        return findings + [finding(of: outcome)].compactMap { $0 }
    }

    private func finding(of outcome: CurlOutcome) -> Finding? {
        let server = "\(settings.host):\(settings.port)", reason = outcome.reason
        switch outcome.code {
        case .ok: return nil
        case .loginDenied:
            return Finding(
                "mail_login_refused",
                LocalizedText(
                    en:
                        "The mail server \(server) doesn't take the name and the password: \(reason). No letter goes out. "
                        + "See mail.smtp.username, and put the right password where mail.smtp.password_file says.",
                    es:
                        "El servidor de correo \(server) no acepta el nombre y la contraseña: \(reason). No sale ninguna "
                        + "carta. Mira mail.smtp.username y pon la contraseña correcta donde dice mail.smtp.password_file."
                ),
                remedy: "install -m 600 /dev/stdin \(passwordFile)")
        case .peerVerificationFailed, .tlsConnectError, .badAuthorityFile, .tlsIssuer, .tlsUnavailable:
            return Finding(
                "mail_tls_failed",
                LocalizedText(
                    en:
                        "The connection to the mail server \(server) can't be protected: \(reason). No letter goes out. See "
                        + "which certificate it shows; mail.smtp.host has to be its name, mail.smtp.security as it wants it.",
                    es:
                        "La conexión con el servidor de correo \(server) no se puede proteger: \(reason). No sale ninguna "
                        + "carta. Mira qué certificado muestra; mail.smtp.host debe ser su nombre y mail.smtp.security "
                        + "como lo quiere."),
                remedy: settings.security == .tls
                    ? "openssl s_client -connect \(server)" : "openssl s_client -starttls smtp -connect \(server)")
        default:
            return Finding(
                "mail_unreachable",
                LocalizedText(
                    en:
                        "The mail server \(server) can't be reached or says no: \(reason). No letter goes out; those that wait "
                        + "are tried for a day. See mail.smtp.host, mail.smtp.port, and whether a firewall is in between.",
                    es:
                        "No se llega al servidor de correo \(server), o se niega: \(reason). No sale ninguna carta; las que "
                        + "esperan se intentan durante un día. Mira mail.smtp.host, mail.smtp.port y si hay un cortafuegos."
                ),
                remedy: "curl --verbose --max-time 10 \(settings.url)")
        }
    }

    private var passwordFile: String {
        if case .file(let path) = settings.login?.password { path } else { "/etc/essentiald/secrets/mail" }
    }

    private static func exposed(_ path: String) -> Finding {
        Finding(
            "secret_exposed",
            LocalizedText(
                en:
                    "Everybody on this machine may read the password of the mail server, \(path). If others work here, replace "
                    + "the password, too.",
                es:
                    "Cualquiera en esta máquina puede leer la contraseña del servidor de correo, \(path). Si aquí trabajan "
                    + "otros, cambia también la contraseña."),
            remedy: "chmod 600 \(path)")
    }

    /// One connection, which ends once the server has let us in.
    private final class Visit: CurlTransfer {
        private let settings: SMTPSettings
        private let password: Secret?
        private let limit: Duration
        private let completion: (CurlOutcome) -> Void

        init(
            _ settings: SMTPSettings, _ password: Secret?, _ limit: Duration,
            _ completion: @escaping (CurlOutcome) -> Void
        ) {
            self.settings = settings
            self.password = password
            self.limit = limit
            self.completion = completion
        }

        func configure(_ handle: CurlEasyHandle) throws(CurlError) {
            try settings.configure(handle, password: password, timeout: limit)
            // RFC 5321, section 4.1.1.9: it has no effect.
            try handle.set(.method, "NOOP")
            try handle.set(.noBody, true)
        }

        func receive(_ bytes: RawSpan) -> CurlReception { .taken }

        func finished(_ outcome: CurlOutcome) { completion(outcome) }
    }
}
