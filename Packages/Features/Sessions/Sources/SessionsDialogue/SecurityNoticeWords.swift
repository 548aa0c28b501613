package import Localization
package import SessionsAPI

/// What happened to an account, in words that a terminal and a page share.
package enum SecurityNoticeWords {
    /// What happened, without saying which device and where.
    package static func headline(_ kind: SecurityNotice.Kind) -> LocalizedText {
        switch kind {
        case .sessionEnded(_, let isCurrent, let reason):
            ended(
                isCurrent ? thisSession : LocalizedText(en: "A session is over", es: "Ha terminado una sesión"),
                because: reason)
        case .emailVerified: LocalizedText(en: "Your address is confirmed.", es: "Tu dirección está confirmada.")
        case .passwordChanged: LocalizedText(en: "Your password was changed.", es: "Tu contraseña ha cambiado.")
        case .suspiciousAccess(_, _, _, let reasons): access(because: reasons.map(reason))
        case .unknown(let word):
            LocalizedText(
                en: "Something that this program doesn't know yet: \(word)",
                es: "Algo que este programa aún no conoce: \(word)")
        }
    }

    /// The session of the device in front of the person.
    package static let thisSession = LocalizedText(
        en: "The session of this device is over", es: "La sesión de este dispositivo ha terminado")

    /// Which session is over, and why, by the word of the wire.
    package static func ended(_ which: LocalizedText, because reason: String?) -> LocalizedText {
        let why: LocalizedText? =
            switch reason {
            case "logout": LocalizedText(en: "logged out", es: "se cerró")
            case "terminated": LocalizedText(en: "ended from another device", es: "terminada desde otro dispositivo")
            case "reuse":
                LocalizedText(
                    en: "somebody had a copy of a token of yours; log in again and change your password",
                    es: "alguien tenía copia de un token tuyo; inicia sesión de nuevo y cambia tu contraseña")
            case "replaced":
                LocalizedText(en: "somebody logged in again there", es: "alguien volvió a iniciar sesión allí")
            case "expired": LocalizedText(en: "not used for too long", es: "demasiado tiempo sin uso")
            case "password_changed": LocalizedText(en: "the password was changed", es: "cambió la contraseña")
            case "account_closed": LocalizedText(en: "the account was closed", es: "se cerró la cuenta")
            case "provider_revoked":
                LocalizedText(
                    en: "ended by the provider through which you logged in; log in again",
                    es: "la terminó el proveedor con el que iniciaste sesión; inicia sesión de nuevo")
            default: nil
            }
        guard let why else { return LocalizedText(en: "\(which.english).", es: "\(which.spanish).") }
        return LocalizedText(
            en: "\(which.english): \(why.english).", es: "\(which.spanish): \(why.spanish).")
    }

    private static func access(because reasons: [LocalizedText]) -> LocalizedText {
        let (english, spanish) = (reasons.map(\.english), reasons.map(\.spanish))
        return LocalizedText(
            en: "A login that isn't like you (\(english.joined(separator: ", "))).",
            es: "Un inicio de sesión inusual (\(spanish.joined(separator: ", "))).")
    }

    private static func reason(_ word: String) -> LocalizedText {
        switch word {
        case "new_device": LocalizedText(en: "new device", es: "dispositivo nuevo")
        case "new_network": LocalizedText(en: "new network", es: "red nueva")
        case "impossible_travel": LocalizedText(en: "impossible journey", es: "viaje imposible")
        case "unusual_hour": LocalizedText(en: "unusual hour", es: "hora inusual")
        default: LocalizedText(verbatim: word)
        }
    }
}
