import CoreModels
import Localization

/// What the pages of logging in at the server's own page say.
enum AppLoginTexts {
    static let otherWays = LocalizedText(en: "Without a password here", es: "Sin contraseña aquí")
    static let what = LocalizedText(
        en: "With a passkey, an account elsewhere, or whatever else the server has.",
        es: "Con una llave de acceso, una cuenta de otro sitio o lo que ofrezca el servidor.")
    static let title = LocalizedText(en: "Log in at the server's page", es: "Iniciar sesión en la página del servidor")
    static let explanation = LocalizedText(
        en:
            "Your browser goes to the page of your server. There you log in with a passkey, an account elsewhere, or your "
            + "password, and say that Essential on this computer may come in. Then it comes back here. It takes a "
            + "connection.",
        es:
            "Tu navegador va a la página de tu servidor. Allí inicias sesión con una llave de acceso, una cuenta de otro "
            + "sitio o tu contraseña, y dices que Essential puede entrar en este equipo. Después vuelve aquí. Hace falta "
            + "conexión.")
    static let page = LocalizedText(en: "The server", es: "El servidor")
    static let goOn = LocalizedText(en: "Go on", es: "Continuar")
    static let withPassword = LocalizedText(en: "Log in with a password", es: "Iniciar sesión con contraseña")

    static let lettersTitle = LocalizedText(en: "Remember these letters", es: "Recuerda estas letras")
    static let letters = LocalizedText(
        en: "The server's page shows the same letters. Let Essential in only if it does.",
        es: "La página del servidor muestra las mismas letras. Deja entrar a Essential solo si es así.")
    static let there = LocalizedText(en: "To the server's page", es: "A la página del servidor")
    static let patience = LocalizedText(
        en: "Essential waits for you for ten minutes. Going back leads here, to the letters.",
        es: "Essential te espera diez minutos. Si vuelves atrás, llegas aquí, a las letras.")
    static let anew = LocalizedText(en: "Begin anew, with other letters", es: "Empezar de nuevo, con otras letras")
    static let stop = LocalizedText(en: "Stop", es: "Dejarlo")

    static let silent = LocalizedText(
        en: "The server doesn't answer, so nothing was begun. Try again when there is a connection.",
        es: "El servidor no responde, así que no se empezó nada. Vuelve a intentarlo cuando haya conexión.")

    static func another(than person: User) -> LocalizedText {
        LocalizedText(
            en: "At the server's page somebody else is logged in. Here it is \(person.name), and stays so: nothing was "
                + "changed. Log out at the server's page, and begin anew as \(person.name).",
            es:
                "En la página del servidor hay otra persona. Aquí sigue la sesión de \(person.name) y no se cambió nada. "
                + "Cierra la sesión en la página del servidor y empieza de nuevo como \(person.name).")
    }

    static func already(_ person: User) -> LocalizedText {
        LocalizedText(
            en: "You are logged in already, as \(person.name). To be somebody else, log out first.",
            es: "Ya has iniciado sesión, como \(person.name). Para entrar como otra persona, cierra antes la sesión.")
    }
}
