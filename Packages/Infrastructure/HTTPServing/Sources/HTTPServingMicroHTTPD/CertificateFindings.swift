import CServerCertificate
import FoundationEssentials
import Localization
import PluginKit

/// What an operator has to know of the certificate that people's programs are shown.
struct CertificateFindings: Sendable {
    let path: String
    /// The name by which people reach the server, if it is set.
    let host: String?

    /// How long before the end somebody has to look, in seconds.
    ///
    /// What renews certificates of 90 days by itself does so a month before, as certbot: two weeks before, it doesn't.
    private static let notice: TimeInterval = 14 * 86_400

    /// - Parameter now: The machine's time, by which people's programs go as well.
    func findings(at now: Date) -> [Finding] {
        // What can't be read a start finds out.
        guard let report = TLSCredentials.report(on: path, host: host) else { return [] }
        let ends = Date(timeIntervalSince1970: TimeInterval(report.ends))
        let begins = Date(timeIntervalSince1970: TimeInterval(report.begins))
        var findings: [Finding] = []
        if ends <= now {
            findings.append(expired(ends))
        } else if ends < now.addingTimeInterval(Self.notice) {
            findings.append(expiresSoon(ends, days: Int(ends.timeIntervalSince(now) / 86_400)))
        }
        if begins > now { findings.append(notYetValid(begins)) }
        if let host, report.names_host == 0 { findings.append(isAnothers(host)) }
        if report.is_vouched_for == 0 { findings.append(isUnknown) }
        return findings
    }

    private static let renewal: ShellCommand = "certbot renew && systemctl reload essentiald"

    private func expired(_ date: Date) -> Finding {
        let moment = LocalizedText.momentInUTC(date)
        return Finding(
            "certificate_expired",
            LocalizedText(
                en:
                    "The certificate \(path), or one of its chain, ended on \(moment.english): no program connects any more. "
                    + "Renew it; the server takes the new one within a minute.",
                es:
                    "El certificado \(path), o uno de su cadena, caducó el \(moment.spanish): ningún programa se conecta ya. "
                    + "Renuévalo; el servidor toma el nuevo en un minuto."),
            remedy: Self.renewal)
    }

    private func expiresSoon(_ date: Date, days: Int) -> Finding {
        let moment = LocalizedText.momentInUTC(date)
        return Finding(
            "certificate_expires_soon",
            LocalizedText(
                en:
                    "The certificate \(path), or one of its chain, ends in \(days) days, on \(moment.english), and nothing has "
                    + "renewed it. After that no program connects.",
                es:
                    "El certificado \(path), o uno de su cadena, caduca en \(days) días, el \(moment.spanish), y nada lo ha "
                    + "renovado. Después ningún programa se conecta."),
            remedy: Self.renewal)
    }

    private func notYetValid(_ date: Date) -> Finding {
        let moment = LocalizedText.momentInUTC(date)
        return Finding(
            "certificate_not_yet_valid",
            LocalizedText(
                en:
                    "The certificate \(path), or one of its chain, is valid from \(moment.english) only: this machine's clock is "
                    + "behind, or the certificate is for later.",
                es:
                    "El certificado \(path), o uno de su cadena, solo vale desde el \(moment.spanish): el reloj de esta máquina "
                    + "va atrasado o el certificado es para más tarde."),
            remedy: "timedatectl set-ntp true")
    }

    private func isAnothers(_ host: String) -> Finding {
        Finding(
            "certificate_name",
            LocalizedText(
                en:
                    "The certificate \(path) isn't for \(host), which server.public_url names: programs that go there refuse to "
                    + "connect. Get one for that name, or correct server.public_url.",
                es:
                    "El certificado \(path) no es para \(host), que indica server.public_url: los programas que van allí no se "
                    + "conectan. Consigue uno para ese nombre o corrige server.public_url."),
            remedy: "certbot certonly --domain \(host)")
    }

    private var isUnknown: Finding {
        Finding(
            "certificate_unknown_authority", .notice,
            LocalizedText(
                en:
                    "No authority that this machine knows vouches for the certificate \(path): it is of an authority of your own, "
                    + "which people's programs have to be told, or the certificates between are missing in the file "
                    + "(fullchain.pem, not cert.pem).",
                es:
                    "Ninguna autoridad que conozca esta máquina responde del certificado \(path): es de una autoridad propia, que "
                    + "hay que indicar a los programas, o faltan en el archivo los certificados intermedios (fullchain.pem, "
                    + "no cert.pem)."),
            remedy: "openssl x509 -in \(path) -noout -subject -issuer")
    }
}
