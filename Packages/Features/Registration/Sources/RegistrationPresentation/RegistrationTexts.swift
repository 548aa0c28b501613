import CoreModels
import Localization
import MailedProofsAPI

/// What the command of making accounts says.
enum RegistrationTexts {
    static let summary = LocalizedText(en: "Make an account", es: "Crea una cuenta")
    static let discussion = LocalizedText(
        en: """
            You are asked for what is left out. The password has at least 8 characters; a few words in a row make \
            a good one.
            """,
        es: """
            Se pregunta lo que falte. La contraseña tiene al menos 8 caracteres; unas cuantas palabras seguidas \
            hacen una buena.
            """)
    static let example = LocalizedText(en: "asks for what it needs", es: "pregunta lo que necesita")
    static let scriptExample = LocalizedText(en: "for scripts", es: "para programas")
    static let nameOption = LocalizedText(
        en: "The name under which you appear", es: "El nombre con el que apareces")
    static let emailOption = LocalizedText(en: "Your email address", es: "Tu dirección de correo")
    static let invitationOption = LocalizedText(
        en: "Take an invitation, also where registration is closed; its link is asked for, and with --password-stdin "
            + "on the next line",
        es: "Acepta una invitación, también si el registro está cerrado; se pregunta su enlace, que con "
            + "--password-stdin va en la línea siguiente")
    static let invitationExample = LocalizedText(
        en: "paste the link of your message", es: "pega el enlace de tu mensaje")
    static let withInvitation = LocalizedText(
        en: "With an invitation: essential register --invitation",
        es: "Con una invitación: essential register --invitation")
    static let addressOfInvitation = LocalizedText(
        en: "An invitation is for the address to which it went. Leave --email out.",
        es: "Una invitación es para la dirección a la que se envió. Omite --email.")
    static let linkPrompt = LocalizedText(en: "Link of the invitation", es: "Enlace de la invitación")

    /// What is wrong with what was pasted; nil for a link.
    static func problem(ofLink typed: Secret) -> LocalizedText? {
        if case .link? = typed.withText({ $0.flatMap { MailedProof($0) } }) { return nil }
        return LocalizedText(
            en: "That is no link of an invitation. Copy it whole from the message.",
            es: "Eso no es el enlace de una invitación. Cópialo entero del mensaje.")
    }

    static let namePrompt = LocalizedText(en: "Name", es: "Nombre")
    static let emailPrompt = LocalizedText(en: "Email", es: "Correo")
    static let passwordPrompt = LocalizedText(
        en: "Password (8 characters or more)", es: "Contraseña (8 caracteres o más)")
    static let passwordAgainPrompt = LocalizedText(en: "Password again", es: "Repite la contraseña")

    static let anotherPrompt = LocalizedText(
        en: "Make another account, and be logged in with that one on this device instead?",
        es: "¿Crear otra cuenta y seguir con ella en este dispositivo?")
    static let unchanged = LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")

    static func signedIn(_ name: String) -> LocalizedText {
        LocalizedText(
            en: "Welcome, \(name). Your account is made and you are logged in.",
            es: "Hola, \(name). Tu cuenta está creada y has iniciado sesión.")
    }

    static func created(_ name: String) -> LocalizedText {
        LocalizedText(
            en: "Welcome, \(name). Your account is made.", es: "Hola, \(name). Tu cuenta está creada.")
    }

    static func confirm(_ email: EmailAddress) -> LocalizedText {
        LocalizedText(
            en: "A message is on its way to \(email). Confirm the address with the code in it.",
            es: "Hay un mensaje de camino a \(email). Confirma la dirección con su código.")
    }

    static func checkMail(_ email: String) -> LocalizedText {
        LocalizedText(
            en:
                "Look into the mail of \(email): a message tells how to go on. Confirm the address with it first; until "
                + "then the password of a new account counts as a wrong one.",
            es: "Mira el correo de \(email): un mensaje dice cómo seguir. Confirma antes la dirección con él; hasta "
                + "entonces la contraseña de una cuenta nueva cuenta como incorrecta.")
    }
    static let registerStep = LocalizedText(
        en: "No account yet? Make one with: essential register",
        es: "¿Aún no tienes cuenta? Créala con: essential register")
}
