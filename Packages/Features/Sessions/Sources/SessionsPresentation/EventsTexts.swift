import ConsoleAPI
import Localization
import SessionsAPI
import SessionsDialogue

/// What the command of events says.
enum EventsTexts {
    static let summary = LocalizedText(
        en: "Follow what happens to your account", es: "Sigue lo que ocurre con tu cuenta")
    static let discussion = LocalizedText(
        en: """
            Sessions that end, an address that is confirmed, a new password, ways in that change, logins that aren't \
            like you: all of it is told at once, also what was missed while the connection was lost. Stop with Ctrl-C. \
            When the session of this device is ended, it is removed here too, and the exit status is 3.
            """,
        es: """
            Sesiones que terminan, una dirección confirmada, otra contraseña, formas de entrar que cambian, inicios de \
            sesión inusuales: todo se cuenta al instante, también lo ocurrido sin conexión. Detenlo con Ctrl-C. Cuando \
            termina la sesión de este dispositivo, también se borra aquí y el estado de salida es 3.
            """)
    static let example = LocalizedText(en: "watch", es: "observa")
    static let jsonExample = LocalizedText(
        en: "one object a line, for programs", es: "un objeto por línea, para programas")
    /// - Parameter hasKeys: Whether somebody is there who can press them.
    static func connected(hasKeys: Bool) -> LocalizedText {
        let following = LocalizedText(en: "Following.", es: "Siguiendo.")
        return hasKeys ? following + LocalizedText(en: "Stop with Ctrl-C.", es: "Detenlo con Ctrl-C.") : following
    }
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
        case .sessionEnded, .passwordChanged, .suspiciousAccess, .wayInChanged: .warning
        case .unknown: .plain
        }
    }

    static func text(_ kind: SecurityNotice.Kind) -> LocalizedText {
        switch kind {
        case .sessionEnded(let id?, isCurrent: false, let reason):
            SecurityNoticeWords.ended(
                LocalizedText(en: "Session \(id) is over", es: "La sesión \(id) ha terminado"), because: reason)
        case .sessionEnded(nil, isCurrent: false, let reason):
            SecurityNoticeWords.ended(
                LocalizedText(en: "Session ? is over", es: "La sesión ? ha terminado"), because: reason)
        case .suspiciousAccess(_, let device, let location, _):
            SecurityNoticeWords.headline(kind) + whereabouts(device, location)
        default: SecurityNoticeWords.headline(kind)
        }
    }

    static func whereabouts(_ device: String?, _ location: DevicePlace?) -> LocalizedText {
        let unknown = SessionsTexts.unknown
        return LocalizedText(
            en: "Device: \(device ?? unknown.english).\(location.map { " Place: \($0.name.english)." } ?? "")",
            es: "Dispositivo: \(device ?? unknown.spanish).\(location.map { " Lugar: \($0.name.spanish)." } ?? "")")
    }
}
