import CoreModels
import Localization

/// What the screen of making an account says.
enum RegistrationScreenTexts {
    static let title = LocalizedText(en: "Register", es: "Crear cuenta")
    static let name = LocalizedText(en: "Name", es: "Nombre")
    static let nameHint = LocalizedText(en: "Under which you appear", es: "Con el que apareces")
    static let email = LocalizedText(en: "Email address", es: "Dirección de correo")
    static let password = LocalizedText(en: "Password", es: "Contraseña")
    static let passwordAgain = LocalizedText(en: "Password again", es: "Repite la contraseña")
    static let different = LocalizedText(
        en: "The two passwords differ. Type both again.", es: "Las dos contraseñas no coinciden. Escríbelas otra vez.")
    static let haveOne = LocalizedText(en: "You have an account already?", es: "¿Ya tienes una cuenta?")

    static let closed = LocalizedText(
        en:
            "No new accounts are made here: whoever runs this server has closed registration. Ask them for an invitation.",
        es: "Aquí no se crean cuentas nuevas: quien administra este servidor ha cerrado el registro. Pídele una "
            + "invitación.")

    static let invited = LocalizedText(en: "You are invited", es: "Tienes una invitación")
    static let invitedAs = LocalizedText(
        en: "Choose a name and a password; the account gets this address:",
        es: "Elige un nombre y una contraseña; la cuenta tendrá esta dirección:")
    static let noInvitation = LocalizedText(
        en: "The link of an invitation leads here. Open the one in your message, whole.",
        es: "Aquí lleva el enlace de una invitación. Abre el de tu mensaje, entero.")

    static let made = LocalizedText(en: "Your account is made", es: "Tu cuenta está creada")
    static let thenLogIn = LocalizedText(en: "Now you can log in.", es: "Ahora puedes iniciar sesión.")
    static let mail = LocalizedText(en: "Look into your mail", es: "Mira tu correo")

    static let confirm = LocalizedText(
        en: "A message with a link and a code is on its way to you. Confirm your address with one of them.",
        es: "Hay un mensaje con un enlace y un código de camino a tu correo. Confirma tu dirección con uno de ellos.")
    static let checkMail = LocalizedText(
        en:
            "A message to your address tells how to go on. Confirm the address with it first; until then the password of "
            + "a new account counts as a wrong one.",
        es: "Un mensaje a tu dirección dice cómo seguir. Confirma antes la dirección con él; hasta entonces la "
            + "contraseña de una cuenta nueva cuenta como incorrecta.")

    static let afterMail = LocalizedText(
        en: "Nothing came? Look among unwanted mail. What comes is for one of these:",
        es: "¿No llega nada? Mira entre el correo no deseado. Lo que llegue sirve para una de estas cosas:")

    static func already(_ name: String) -> LocalizedText {
        LocalizedText(
            en: "You are logged in already, as \(name). To make another account, log out first.",
            es: "Ya has iniciado sesión, como \(name). Para crear otra cuenta, cierra antes la sesión.")
    }
}
