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
        case .wayInChanged(let way, let change, let provider): changed(way, change, provider)
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
                    en: "somebody had a copy of a token of yours; log in again and choose a new password",
                    es: "alguien tenía copia de un token tuyo; inicia sesión de nuevo y elige una contraseña nueva")
            case "replaced":
                LocalizedText(en: "somebody logged in again there", es: "alguien volvió a iniciar sesión allí")
            case "expired": LocalizedText(en: "not used for too long", es: "demasiado tiempo sin uso")
            case "password_changed": LocalizedText(en: "the password was changed", es: "cambió la contraseña")
            case "account_closed": LocalizedText(en: "the account was closed", es: "se cerró la cuenta")
            case "account_suspended":
                LocalizedText(
                    en: "whoever runs the server has suspended the account",
                    es: "quien administra el servidor suspendió la cuenta")
            case "ended_by_operator":
                LocalizedText(
                    en: "ended by whoever runs the server; log in again",
                    es: "la terminó quien administra el servidor; inicia sesión de nuevo")
            case "provider_revoked":
                LocalizedText(
                    en: "ended by the provider through which you logged in; log in again",
                    es: "la terminó el proveedor con el que iniciaste sesión; inicia sesión de nuevo")
            case "way_in_removed":
                LocalizedText(
                    en: "the way in by which it began was removed", es: "se quitó la forma de entrar con la que empezó")
            default: nil
            }
        guard let why else { return LocalizedText(en: "\(which.english).", es: "\(which.spanish).") }
        return LocalizedText(
            en: "\(which.english): \(why.english).", es: "\(which.spanish): \(why.spanish).")
    }

    /// What became of a way in, by the words of the wire.
    private static func changed(_ way: String, _ change: String, _ provider: String?) -> LocalizedText {
        switch (way, change) {
        case ("second_factor", "added"):
            LocalizedText(en: "Your second factor was turned on.", es: "Se activó tu segundo factor.")
        case ("second_factor", "removed"):
            LocalizedText(en: "Your second factor was turned off.", es: "Se desactivó tu segundo factor.")
        case ("second_factor", "lost"):
            LocalizedText(
                en: "Somebody said that your second factor is lost.",
                es: "Alguien dijo que se perdió tu segundo factor.")
        case ("second_factor", "kept"):
            LocalizedText(en: "Your second factor stays on.", es: "Tu segundo factor sigue activado.")
        case ("recovery_codes", "renewed"):
            LocalizedText(en: "New recovery codes were made.", es: "Se crearon códigos de recuperación nuevos.")
        case ("recovery_codes", "used"):
            LocalizedText(en: "A recovery code was used.", es: "Se usó un código de recuperación.")
        case ("passkey", "added"): LocalizedText(en: "A passkey was added.", es: "Se añadió una llave de acceso.")
        case ("passkey", "removed"): LocalizedText(en: "A passkey was removed.", es: "Se quitó una llave de acceso.")
        case ("passkey", "copied"):
            LocalizedText(
                en: "There may be a copy of a passkey of yours: it lets nobody in any more.",
                es: "Puede haber una copia de una llave de acceso tuya: ya no deja entrar a nadie.")
        case ("provider", "added"):
            LocalizedText(
                en: "\(provider ?? way) is a way into your account now.",
                es: "Ahora se puede entrar en tu cuenta con \(provider ?? way).")
        case ("provider", "removed"):
            LocalizedText(
                en: "\(provider ?? way) is no way into your account any more.",
                es: "Ya no se puede entrar en tu cuenta con \(provider ?? way).")
        case ("address", "renewed"):
            LocalizedText(
                en: "Your account has another email address now.",
                es: "Tu cuenta tiene ahora otra dirección de correo.")
        case ("address", "restored"):
            LocalizedText(
                en: "The change of your email address was undone, and the password is another one.",
                es: "Se deshizo el cambio de tu dirección de correo, y la contraseña es otra.")
        case ("account", "kept"):
            LocalizedText(
                en: "You logged in, so your account isn't deleted.",
                es: "Iniciaste sesión, así que tu cuenta no se elimina.")
        case ("account", "restored"):
            LocalizedText(
                en: "Your address came back, and with it the deletion of your account was undone.",
                es: "Tu dirección volvió, y con ello se deshizo la eliminación de tu cuenta.")
        default:
            LocalizedText(
                en: "A way into your account isn't what it was: \(way), \(change).",
                es: "Una forma de entrar en tu cuenta no es la que era: \(way), \(change).")
        }
    }

    private static func access(because reasons: [LocalizedText]) -> LocalizedText {
        let (english, spanish) = (reasons.map(\.english), reasons.map(\.spanish))
        return LocalizedText(
            en: "A login that isn't like you (\(english.joined(separator: ", "))).",
            es: "Un inicio de sesión inusual (\(spanish.joined(separator: ", "))).")
    }

    private static func reason(_ word: String) -> LocalizedText {
        switch word {
        case "typed_code":
            LocalizedText(en: "let in by a code that was typed", es: "entró por un código que se escribió")
        case "new_device": LocalizedText(en: "new device", es: "dispositivo nuevo")
        case "new_network": LocalizedText(en: "new network", es: "red nueva")
        case "unusual_place": LocalizedText(en: "unusual place", es: "lugar inusual")
        case "impossible_travel": LocalizedText(en: "impossible journey", es: "viaje imposible")
        case "unusual_hour": LocalizedText(en: "unusual hour", es: "hora inusual")
        default: LocalizedText(verbatim: word)
        }
    }
}
