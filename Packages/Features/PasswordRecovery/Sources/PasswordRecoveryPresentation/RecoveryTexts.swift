import ConsoleAPI
import Localization
import PasswordRecoveryAPI
import Presenting

/// What the commands of recovering a password say.
enum RecoveryTexts {
    static let recoverSummary = LocalizedText(
        en: "Get another password by mail", es: "Recupera tu contraseña por correo")
    static let recoverDiscussion = LocalizedText(
        en: "Sends a message with a link and a code, with which you choose a new password.",
        es: "Envía un mensaje con un enlace y un código, con los que eliges otra contraseña.")
    static let recoverExample = LocalizedText(en: "get the message", es: "recibe el mensaje")
    /// Nothing of a recovery is kept on the device, so the way on holds the address that was typed.
    static func requested(for email: String, in invocation: Invocation) -> LocalizedText {
        // A shell takes these for themselves.
        let isPlain = email.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "@._+-".contains($0)) }
        let command = invocation.line("essential reset" + (isPlain ? " --email \(email)" : ""))
        return LocalizedText(
            en: "If the address has an account, a message is on its way. Choose a new password with: \(command)",
            es: "Si la dirección tiene una cuenta, hay un mensaje de camino. Elige una contraseña nueva con: \(command)"
        )
    }

    static let resetSummary = LocalizedText(
        en: "Choose a new password with the mailed code or link",
        es: "Elige una contraseña nueva con el código o el enlace del correo")
    static let resetDiscussion = LocalizedText(
        en:
            "All devices are logged out then. The code counts for ten minutes and five tries, the link for half an hour.",
        es: "Después se cierra la sesión en todos los dispositivos. El código vale diez minutos y cinco intentos; el "
            + "enlace, media hora.")
    static let resetExample = LocalizedText(en: "with the code", es: "con el código")
    static let scriptExample = LocalizedText(en: "with the link, in a script", es: "con el enlace, en un script")
    static let changed = LocalizedText(
        en: "The password is changed. All devices are logged out.",
        es: "La contraseña ha cambiado. Se cerró la sesión en todos los dispositivos.")

    static let emailArgument = LocalizedText(
        en: "The address of the account (asked for if left out)",
        es: "La dirección de la cuenta (si falta, se pregunta)")
    static let accountOption = LocalizedText(
        en: "The same, as an option", es: "Lo mismo, como opción")
    static let emailOption = LocalizedText(
        en: "The address the code was sent to", es: "La dirección a la que se envió el código")
    static let proofArgument = LocalizedText(
        en: "The code of 8 digits, or the link (asked for if left out)",
        es: "El código de 8 cifras o el enlace (si falta, se pregunta)")
    static let emailPrompt = LocalizedText(en: "Email", es: "Correo")
    static let proofPrompt = LocalizedText(en: "Code or link", es: "Código o enlace")
    static let passwordPrompt = LocalizedText(en: "New password", es: "Contraseña nueva")
    static let passwordAgainPrompt = LocalizedText(en: "Password again", es: "Repite la contraseña")

    static let steps = [
        NextStepPlace(
            .recover,
            LocalizedText(
                en: "Forgot the password, or have none? Set a new one with: essential recover",
                es: "¿Has olvidado la contraseña o no tienes? Elige una nueva con: essential recover")),
        NextStepPlace(
            .recoverAgain,
            LocalizedText(
                en: "Get another message with: essential recover", es: "Pide otro mensaje con: essential recover")),
        NextStepPlace(.nameAddress, LocalizedText(en: "Name it with --email.", es: "Indícala con --email.")),
    ]
}
