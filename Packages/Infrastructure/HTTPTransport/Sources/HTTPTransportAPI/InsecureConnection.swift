import Localization

/// What keeps a connection from being secure, as far as the words of libcurl and
/// OpenSSL tell, which speak English alone.
enum InsecureConnection: Hashable {
    /// What answers speaks no TLS at all.
    case plain
    case expired
    case notYetValid
    /// Nobody who is trusted vouches for the certificate.
    case unknownAuthority
    case otherName
    /// Something else, in the library's words.
    case other(String)

    init(_ reason: String) {
        let words =
            [
                "wrong version number": .plain, "expired": .expired, "not yet valid": .notYetValid,
                "self-signed": .unknownAuthority, "self signed": .unknownAuthority, "issuer": .unknownAuthority,
                "signature failure": .unknownAuthority, "subject name": .otherName, "host name": .otherName,
            ] as KeyValuePairs<String, Self>
        self = words.first { reason.contains($0.key) }?.value ?? .other(reason)
    }

    /// What happened, that nothing was sent, and what to do next.
    ///
    /// - Parameters:
    ///   - server: Its host and port.
    ///   - authorities: The file of certificates that are trusted; nil for those
    ///     of the system.
    func text(_ server: String, trusting authorities: String?) -> LocalizedText {
        happened(server) + remedy(authorities)
    }

    private func happened(_ server: String) -> LocalizedText {
        let cause: LocalizedText
        switch self {
        case .plain:
            return LocalizedText(
                en: "\(server) speaks http, not https. Nothing was sent to it.",
                es: "\(server) habla http, no https. No se le envió nada.")
        case .expired:
            cause = LocalizedText(en: "its certificate has expired", es: "su certificado ha caducado")
        case .notYetValid:
            cause = LocalizedText(en: "its certificate isn't valid yet", es: "su certificado aún no vale")
        case .unknownAuthority:
            cause = LocalizedText(
                en: "its certificate isn't from an authority that is trusted here",
                es: "su certificado no es de una autoridad en la que se confíe aquí")
        case .otherName:
            cause = LocalizedText(
                en: "its certificate is for another name", es: "su certificado es para otro nombre")
        case .other(let reason):
            cause = LocalizedText(en: "TLS failed (\(reason))", es: "TLS ha fallado (\(reason))")
        }
        return LocalizedText(
            en: "No secure connection to \(server) is possible: \(cause.english). Nothing was sent to it.",
            es: "No es posible una conexión segura con \(server): \(cause.spanish). No se le envió nada.")
    }

    private func remedy(_ authorities: String?) -> LocalizedText {
        switch self {
        case .plain:
            LocalizedText(en: "Check the port of the address.", es: "Comprueba el puerto de la dirección.")
        case .expired:
            LocalizedText(
                en: "Whoever runs the server has to renew it; if this device's date is wrong, set that right.",
                es: "Quien lo administra debe renovarlo; si la fecha de este dispositivo está mal, corrígela.")
        case .notYetValid:
            LocalizedText(
                en: "Set this device's date right if it is wrong; else whoever runs the server has to mend it.",
                es: "Si la fecha de este dispositivo está mal, corrígela; si no, debe arreglarlo quien lo administra.")
        case .otherName:
            LocalizedText(
                en: "Check the address: it has to be a name that the certificate is for.",
                es: "Comprueba la dirección: debe ser un nombre para el que valga el certificado.")
        case .unknownAuthority, .other: Self.trust(authorities)
        }
    }

    private static func trust(_ authorities: String?) -> LocalizedText {
        guard let authorities else {
            return LocalizedText(
                en: "If its certificate is from an authority of your own, name that one's file with --ca-file.",
                es: "Si su certificado es de una autoridad propia, indica el archivo de esta con --ca-file.")
        }
        return LocalizedText(
            en: "The certificates in \(authorities) are trusted instead of the system's; --ca-file names another file.",
            es:
                "Se confía en los certificados de \(authorities) y no en los del sistema; --ca-file indica otro archivo."
        )
    }
}
