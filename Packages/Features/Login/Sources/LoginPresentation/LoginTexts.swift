import Localization
import LoginAPI

/// What the commands of logging in and out say.
enum LoginTexts {
    static let loginSummary = LocalizedText(en: "Log in", es: "Inicia sesión")
    static let loginDiscussion = LocalizedText(
        en: "Only the session's tokens are kept on this device, encrypted; the password is not.",
        es: "En este dispositivo solo se guardan, cifrados, los tokens de la sesión; la contraseña no.")
    static let loginExample = LocalizedText(en: "asks for what it needs", es: "pregunta lo que necesita")
    static let scriptExample = LocalizedText(en: "for scripts", es: "para programas")
    static let emailOption = LocalizedText(
        en: "Your email address (asked for if left out)", es: "Tu dirección de correo (si falta, se pregunta)")
    static let emailPrompt = LocalizedText(en: "Email", es: "Correo")
    static let passwordPrompt = LocalizedText(en: "Password", es: "Contraseña")
    static let logoutSummary = LocalizedText(en: "Log out", es: "Cierra la sesión")
    static let logoutDiscussion = LocalizedText(
        en: """
            The session and everything that was loaded with it are removed from this device, also when the server \
            can't be reached.
            """,
        es: """
            La sesión y todo lo que se cargó con ella se borran de este dispositivo, también cuando no se puede \
            contactar con el servidor.
            """)
    static let logoutExample = LocalizedText(en: "leave nothing behind", es: "no deja nada")

    static func welcome(_ name: String) -> LocalizedText {
        LocalizedText(en: "Welcome, \(name). You are logged in.", es: "Hola, \(name). Has iniciado sesión.")
    }

    static let unverified = LocalizedText(
        en: """
            Your email address is not confirmed yet, so you can look but not write. Confirm it with: \
            essential verify CODE
            """,
        es: """
            Tu dirección de correo aún no está confirmada: puedes mirar, pero no escribir. Confírmala con: \
            essential verify CÓDIGO
            """)

    static func loggedOut(_ outcome: LogoutOutcome) -> LocalizedText {
        switch outcome {
        case .ended: LocalizedText(en: "You are logged out.", es: "Has cerrado la sesión.")
        case .serverToBeTold:
            LocalizedText(
                en: "You are logged out on this device. The server could not be told; it is when it can be reached.",
                es: "Has cerrado la sesión en este dispositivo. No se pudo avisar al servidor; se hará cuando se pueda."
            )
        case .endedHereOnly:
            LocalizedText(
                en:
                    "You are logged out on this device. The server could not be told; the session there ends by itself.",
                es:
                    "Has cerrado la sesión en este dispositivo. No se pudo avisar al servidor; allí la sesión caducará sola."
            )
        case .wasNotLoggedIn: LocalizedText(en: "You were not logged in.", es: "No habías iniciado sesión.")
        }
    }

    static let logoutIncomplete = LocalizedText(
        en: "Something could not be removed from this device.", es: "Algo no se pudo borrar de este dispositivo.")

    static func credentialsHint(_ offersRecovery: Bool) -> LocalizedText {
        let register = LocalizedText(
            en: "No account yet? Make one with: essential register",
            es: "¿Aún no tienes cuenta? Créala con: essential register")
        return offersRecovery ? recoveryHint + register : register
    }

    static let recoveryHint = LocalizedText(
        en: "Forgot the password? Set a new one with: essential recover.",
        es: "¿Has olvidado la contraseña? Elige otra con: essential recover.")
    static let storageHint = LocalizedText(
        en: "The password was right. When this is mended, log in again.",
        es: "La contraseña era correcta. Cuando esto se arregle, vuelve a iniciar sesión.")
}
