import CoreModels
import Localization
import LoginAPI
import Presenting

/// What the screens of logging in and out say.
enum LoginScreenTexts {
    static let logIn = LocalizedText(en: "Log in", es: "Iniciar sesión")
    static let email = LocalizedText(en: "Email address", es: "Dirección de correo")
    static let password = LocalizedText(en: "Password", es: "Contraseña")
    static let secondStep = LocalizedText(en: "Your second factor", es: "Tu segundo factor")
    static let code = LocalizedText(en: "Code", es: "Código")
    static let codeHint = LocalizedText(
        en: "The six digits that your authenticator shows, or one of your recovery codes.",
        es: "Las seis cifras que muestra tu autenticador, o uno de tus códigos de recuperación.")
    static let ifLost = LocalizedText(
        en:
            "You have neither the authenticator nor a recovery code any more? Then the second factor can end after a few "
            + "days, in which you are written to and can take that back. You are asked once more before that.",
        es:
            "¿Ya no tienes ni el autenticador ni códigos de recuperación? Entonces el segundo factor puede terminar tras "
            + "unos días, en los que recibirás mensajes y podrás anularlo. Antes se te preguntará otra vez.")
    static let lost = LocalizedText(en: "I have lost both", es: "He perdido ambos")
    static let lose = LocalizedText(en: "Yes, I have lost both", es: "Sí, he perdido ambos")
    static let foundOne = LocalizedText(en: "You do have a code?", es: "¿Sí tienes un código?")
    static let toFeed = LocalizedText(en: "To the pictures", es: "A las imágenes")

    static func lost(until end: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "It is noted that your second factor is lost. Log in again after \(end.english): then the password is "
                + "enough. Until then a code or another password takes this back, and you get mail about it.",
            es: "Está anotado que perdiste el segundo factor. Vuelve a iniciar sesión después del \(end.spanish): "
                + "entonces bastará la contraseña. Hasta entonces un código u otra contraseña lo anulan, y recibirás "
                + "mensajes sobre ello.")
    }

    static let noAccount = LocalizedText(en: "No account yet?", es: "¿Aún no tienes cuenta?")
    static let logOut = LocalizedText(en: "Log out", es: "Cerrar sesión")

    static let nobody = LocalizedText(en: "Nobody is logged in here.", es: "Aquí no hay ninguna sesión iniciada.")

    static func already(_ person: User) -> LocalizedText {
        LocalizedText(
            en: "You are logged in already, as \(person.name). To be somebody else, log out first.",
            es: "Ya has iniciado sesión, como \(person.name). Para entrar como otra persona, cierra antes la sesión.")
    }

    static func logOutMeans(_ name: String) -> LocalizedText {
        LocalizedText(
            en: "\(name), this browser then shows only what everybody sees. Your other devices stay logged in.",
            es:
                "\(name), después este navegador solo muestra lo que ve todo el mundo. Tus otros dispositivos mantienen "
                + "su sesión.")
    }

    static func losing(_ what: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "This waits to be sent and goes with your session: \(what.english).",
            es: "Esto espera a ser enviado y se va con tu sesión: \(what.spanish).")
    }
}

/// The session couldn't be removed.
struct LogoutRefusal: PresentableError {
    let error: LogoutError

    var code: String { "logout_incomplete" }
    var nature: FailureNature { .fault }
    var text: LocalizedText {
        error.leftovers.reduce(
            LocalizedText(en: "You are still logged in.", es: "La sesión sigue abierta.")
        ) { $0 + $1 }
    }
}
