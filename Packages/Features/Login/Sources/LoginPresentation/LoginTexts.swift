import CoreModels
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
    static let codePrompt = LocalizedText(
        en: "Code of your authenticator, or a recovery code", es: "Código del autenticador, o uno de recuperación")
    static let codeOption = LocalizedText(
        en: "The code of the second factor, where one is on: it is asked for otherwise",
        es: "El código del segundo factor, si está activado: si no, se pregunta")
    static let lostOption = LocalizedText(
        en: "Say that neither the authenticator nor a recovery code is left, in place of the code",
        es: "Di que no quedan ni el autenticador ni códigos de recuperación, en lugar del código")
    static let yesOption = LocalizedText(
        en: "Say so without being asked (with --lost-factor)", es: "Dilo sin preguntar (con --lost-factor)")
    static let lostPrompt = LocalizedText(
        en: "Have you lost the authenticator and all recovery codes?",
        es: "¿Has perdido el autenticador y todos los códigos de recuperación?")
    static let nothingNoted = LocalizedText(en: "Nothing was noted.", es: "No se anotó nada.")
    static let lossDoesNotWait = LocalizedText(
        en: "That your second factor is lost was not said: it doesn't wait. Say it when there is a connection: "
            + "essential login --lost-factor",
        es: "No se dijo que perdiste el segundo factor: eso no espera. Dilo cuando haya conexión: "
            + "essential login --lost-factor")
    static let ifLost = LocalizedText(
        en:
            "You have lost the authenticator and all recovery codes? Stop with Ctrl-C, then: essential login --lost-factor",
        es: "¿Has perdido el autenticador y todos los códigos? Para con Ctrl-C y después: essential login --lost-factor"
    )

    static func lost(until end: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: """
                The server has noted that your second factor is lost. Log in again after \(end.english): then the \
                password is enough. Until then a code or another password takes this back, and you get mail about it.
                """,
            es: """
                El servidor ha anotado que perdiste el segundo factor. Vuelve a iniciar sesión después del \
                \(end.spanish): entonces bastará la contraseña. Hasta entonces un código u otra contraseña lo anulan, \
                y recibirás mensajes sobre ello.
                """)
    }

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

    static let loginPrompt = LocalizedText(en: "Log in anew?", es: "¿Iniciar sesión de nuevo?")
    static let unchanged = LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")
    static let unverified = LocalizedText(
        en: "Your email address is not confirmed yet, so you can look but not write.",
        es: "Tu dirección de correo aún no está confirmada: puedes mirar, pero no escribir.")

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
        case .somebodyElse(let name):
            LocalizedText(
                en: "Meanwhile \(name) logged in here, and stays so. Nothing was done.",
                es: "Entretanto \(name) inició sesión aquí, y sigue así. No se hizo nada.")
        }
    }

    static func alone(_ option: String, without others: String) -> LocalizedText {
        LocalizedText(
            en: "\(option) goes without \(others). Nothing was done; leave one of the two out.",
            es: "\(option) va sin \(others). No se hizo nada; quita una de las dos cosas.")
    }

    static func losing(_ what: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "This waits to be sent and is removed from this device when you log out: \(what.english). "
                + "Send it first (essential queue retry).",
            es: "Esto espera a ser enviado y se borra de este dispositivo si cierras la sesión: \(what.spanish). "
                + "Envíalo antes (essential queue retry).")
    }

    static func lost(_ what: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "What waited to be sent was removed from this device: \(what.english).",
            es: "Lo que esperaba a ser enviado se borró de este dispositivo: \(what.spanish).")
    }

    static let dropOption = LocalizedText(
        en: "Remove what waits to be sent, too, without asking", es: "Borra también lo que espera, sin preguntar")
    static let dropExample = LocalizedText(
        en: "in a script, also if something waits", es: "en un script, también si algo espera")
    static let howToDrop = LocalizedText(
        en: "To log out all the same: essential logout --drop-waiting",
        es: "Para cerrar la sesión de todos modos: essential logout --drop-waiting")
    static let logoutPrompt = LocalizedText(en: "Log out all the same?", es: "¿Cerrar la sesión de todos modos?")

    static func waitsOn(for person: User?) -> LocalizedText {
        person == nil
            ? LocalizedText(
                en: "Nobody is logged in, nothing was removed, and it waits on.",
                es: "No hay ninguna sesión iniciada, no se borró nada y todo sigue a la espera.")
            : LocalizedText(
                en: "You are still logged in, and it waits on.",
                es: "La sesión sigue abierta, y todo sigue a la espera.")
    }

    static func logoutIncomplete(hasEnded: Bool) -> LocalizedText {
        hasEnded
            ? LocalizedText(
                en: "You are logged out, but something could not be removed from this device.",
                es: "Has cerrado la sesión, pero algo no se pudo borrar de este dispositivo.")
            : LocalizedText(
                en: "The session could not be removed from this device.",
                es: "No se pudo borrar la sesión de este dispositivo.")
    }
    static let logInStep = LocalizedText(en: "Log in with: essential login", es: "Inicia sesión con: essential login")
    static let logOutStep = LocalizedText(
        en: "Log out with: essential logout", es: "Cierra la sesión con: essential logout")
}
