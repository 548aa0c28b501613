import ConsoleAPI
import Localization
import SessionsAPI

/// What the command of events says.
enum EventsTexts {
    static let summary = LocalizedText(
        en: "Follow what happens to your account", es: "Sigue lo que ocurre con tu cuenta")
    static let discussion = LocalizedText(
        en: """
            Sessions that end, an address that is confirmed, a new password, logins that aren't like you: all of it is \
            told at once, also what was missed while the connection was lost. Stop with Ctrl-C. When the session of \
            this device is ended, it is removed here too, and the exit status is 3.
            """,
        es: """
            Sesiones que terminan, una dirección confirmada, otra contraseña, inicios de sesión inusuales: todo se \
            cuenta al instante, también lo ocurrido sin conexión. Detenlo con Ctrl-C. Cuando termina la sesión de este \
            dispositivo, también se borra aquí y el estado de salida es 3.
            """)
    static let example = LocalizedText(en: "watch", es: "observa")
    static let jsonExample = LocalizedText(
        en: "one object a line, for programs", es: "un objeto por línea, para programas")
    static let connected = LocalizedText(
        en: "Following. Stop with Ctrl-C.", es: "Siguiendo. Detenlo con Ctrl-C.")
    static let loggedOut = LocalizedText(
        en: "The session of this device was ended. You are logged out, and nothing of it is left here.",
        es: "La sesión de este dispositivo ha terminado. Estás fuera y aquí no queda nada de ella.")

    static func disconnected(_ reason: LocalizedText, _ pause: Duration) -> LocalizedText {
        reason
            + LocalizedText(
                en: "Connecting again in \(pause.secondsToWait) s.",
                es: "Se conectará de nuevo en \(pause.secondsToWait) s.")
    }

    static func style(_ kind: SecurityNotice.Kind) -> TextStyle {
        switch kind {
        case .emailVerified: .success
        case .sessionEnded, .passwordChanged, .suspiciousAccess: .warning
        case .unknown: .plain
        }
    }

    static func text(_ kind: SecurityNotice.Kind) -> LocalizedText {
        switch kind {
        case .sessionEnded(let id, let isCurrent, let why): ended(id.map { "\($0)" }, isCurrent, because: why)
        case .emailVerified: LocalizedText(en: "Your address is confirmed.", es: "Tu dirección está confirmada.")
        case .passwordChanged: LocalizedText(en: "Your password was changed.", es: "Tu contraseña ha cambiado.")
        case .suspiciousAccess(_, let device, let location, let reasons):
            access(device, location, because: reasons.map(reason))
        case .unknown(let word):
            LocalizedText(
                en: "Something that this program doesn't know yet: \(word)",
                es: "Algo que este programa aún no conoce: \(word)")
        }
    }

    private static func ended(_ id: String?, _ isCurrent: Bool, because reason: String?) -> LocalizedText {
        let which =
            isCurrent
            ? LocalizedText(en: "The session of this device is over", es: "La sesión de este dispositivo ha terminado")
            : LocalizedText(en: "Session \(id ?? "?") is over", es: "La sesión \(id ?? "?") ha terminado")
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
            default: nil
            }
        guard let why else { return LocalizedText(en: "\(which.english).", es: "\(which.spanish).") }
        return LocalizedText(
            en: "\(which.english): \(why.english).", es: "\(which.spanish): \(why.spanish).")
    }

    private static func access(
        _ device: String?, _ location: String?, because reasons: [LocalizedText]
    ) -> LocalizedText {
        let unknown = SessionsTexts.unknown
        let (english, spanish) = (reasons.map(\.english), reasons.map(\.spanish))
        return LocalizedText(
            en: """
                A login that isn't like you (\(english.joined(separator: ", "))). \
                Device: \(device ?? unknown.english).\(location.map { " Place: \($0)." } ?? "")
                """,
            es: """
                Un inicio de sesión inusual (\(spanish.joined(separator: ", "))). \
                Dispositivo: \(device ?? unknown.spanish).\(location.map { " Lugar: \($0)." } ?? "")
                """)
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
