import Localization
import ScreensAPI

/// What the screen of second factors says.
enum FactorsScreenTexts {
    static let title = LocalizedText(en: "Second factor", es: "Segundo factor")
    static let what = LocalizedText(
        en: "With a second factor, who learns your password still doesn't get in: logging in also takes a code of an "
            + "authenticator, a program on your telephone.",
        es:
            "Con un segundo factor, quien sepa tu contraseña todavía no entra: para iniciar sesión también hace falta un "
            + "código de un autenticador, un programa del teléfono.")
    static let add = LocalizedText(en: "Set up an authenticator", es: "Configurar un autenticador")
    static let codes = LocalizedText(en: "Make new recovery codes", es: "Crear códigos de recuperación")
    static let remove = LocalizedText(en: "Turn the second factor off", es: "Desactivar el segundo factor")
    static let keep = LocalizedText(en: "Keep the second factor", es: "Conservar el segundo factor")
    static let picture = LocalizedText(
        en: "QR code with the secret below", es: "Código QR con el secreto de abajo")
    static let here = LocalizedText(
        en: "Open the authenticator on this device", es: "Abrir el autenticador de este dispositivo")
    static let key = LocalizedText(
        en: "The secret, to be copied or typed into an authenticator:",
        es: "El secreto, para copiarlo o escribirlo en un autenticador:")
    static let confirm = LocalizedText(en: "Turn it on", es: "Activarlo")
    static let again = LocalizedText(en: "Is it you?", es: "¿Eres tú?")
    static let goOn = LocalizedText(en: "Go on", es: "Seguir")
    static let proveWithoutPassword = LocalizedText(
        en: "Prove once more who you are. Nothing was changed yet.",
        es: "Demuestra otra vez quién eres. Aún no se cambió nada.")
    static let logInAgain = LocalizedText(
        en: "Log in once more, in whatever way", es: "Iniciar sesión otra vez, de cualquier forma")
    static let codeHint = LocalizedText(
        en: "The six digits that it shows, or one of your recovery codes.",
        es: "Las seis cifras que muestra, o uno de tus códigos de recuperación.")
}

extension Sensitivity {
    /// What an authenticator has to know.
    static let authenticatorKey = Sensitivity(
        "authenticator-key",
        LocalizedText(
            en: "the QR code and the secret of your authenticator",
            es: "el código QR y el secreto de tu autenticador"),
        because: LocalizedText(
            en: "Whoever reads it makes the same codes as you.", es: "Quien lo lea hará los mismos códigos que tú."))
}
