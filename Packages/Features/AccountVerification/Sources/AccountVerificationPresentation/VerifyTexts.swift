import AccountVerificationAPI
import ConsoleAPI
import Localization
import Presenting

/// What the command of confirming addresses says.
enum VerifyTexts {
    static let summary = LocalizedText(en: "Confirm your email address", es: "Confirma tu dirección de correo")
    static let discussion = LocalizedText(
        en: "The code and the link are in the message that was sent to you; either will do. The code counts for some "
            + "minutes and five tries. If you aren't logged in, the password of the account is asked for, too: "
            + "somebody else may have made it with your address.",
        es: "El código y el enlace están en el mensaje que se te envió; vale cualquiera. El código vale durante unos "
            + "minutos y cinco intentos. Si no has iniciado sesión, también se pregunta la contraseña de la cuenta: "
            + "otra persona pudo crearla con tu dirección.")
    static let example = LocalizedText(en: "confirm with the code", es: "confirma con el código")
    static let resendExample = LocalizedText(en: "get another message", es: "recibe otro mensaje")
    static let codeArgument = LocalizedText(
        en: "The code of 8 digits, or the link (asked for if left out)",
        es: "El código de 8 cifras o el enlace (si falta, se pregunta)")
    static let emailOption = LocalizedText(
        en: "The address, if you aren't logged in (asked for if left out)",
        es: "La dirección, si no has iniciado sesión (si falta, se pregunta)")
    static let resendOption = LocalizedText(en: "Send another message", es: "Envía otro mensaje")
    static let codePrompt = LocalizedText(en: "Code or link", es: "Código o enlace")
    static let scriptExample = LocalizedText(
        en: "confirm without logging in, from a script", es: "confirma sin iniciar sesión, desde un script")
    static let passwordPrompt = LocalizedText(en: "Password of the account", es: "Contraseña de la cuenta")
    static let passwordHint = LocalizedText(
        en: "Give it with --password-stdin.", es: "Indícala con --password-stdin.")
    static let emailPrompt = LocalizedText(en: "Email", es: "Correo")
    static let resentIfNeeded = LocalizedText(
        en: "If the address has an account that isn't confirmed, another message is on its way, unless one was sent "
            + "within the last minute or five within the last hour. If it is confirmed already, you can log in.",
        es:
            "Si la dirección tiene una cuenta sin confirmar, hay otro mensaje de camino, salvo que se enviara uno en el "
            + "último minuto o cinco en la última hora. Si ya está confirmada, puedes iniciar sesión.")
    static let resent = LocalizedText(en: "Another message is on its way.", es: "Hay otro mensaje de camino.")
    static let sentEnough = LocalizedText(
        en: "No other message was sent: one was within the last minute, or five within the last hour. The newest one "
            + "counts still.",
        es: "No se envió otro mensaje: ya se envió uno en el último minuto, o cinco en la última hora. El más reciente "
            + "sigue valiendo.")
    static let eitherCodeOrResend = LocalizedText(
        en: "Give either a code or --resend.", es: "Indica un código o --resend, no ambos.")

    static let steps = [
        NextStepPlace(
            .verify,
            LocalizedText(
                en: "Confirm it with: essential verify CODE", es: "Confírmala con: essential verify CÓDIGO")),
        NextStepPlace(
            .resend,
            LocalizedText(
                en: "Get another message with: essential verify --resend",
                es: "Pide otro mensaje con: essential verify --resend")),
        NextStepPlace(
            .resendByAddress,
            LocalizedText(
                en: "Get another message with: essential verify --resend --email ADDRESS",
                es: "Pide otro mensaje con: essential verify --resend --email DIRECCIÓN")),
        NextStepPlace(
            .verifyByAddress,
            LocalizedText(
                en: "Without logging in, name the address: essential verify CODE --email ADDRESS",
                es: "Sin iniciarla, indica la dirección: essential verify CÓDIGO --email DIRECCIÓN")),
    ]

    static func alreadyConfirmed(_ email: String) -> LocalizedText {
        LocalizedText(
            en: "\(email) is confirmed already; there is nothing to do.",
            es: "\(email) ya está confirmada; no tienes que hacer nada.")
    }

    static func confirmed(_ email: String) -> LocalizedText {
        LocalizedText(en: "\(email) is confirmed.", es: "\(email) está confirmada.")
    }
}
