import ConsoleAPI
import Localization

/// What `whoami` says.
enum WhoAmITexts {
    static let summary = LocalizedText(en: "Show who is logged in", es: "Muestra quién ha iniciado sesión")
    static let discussion = LocalizedText(
        en: "Asks the server for the account, and shows what was stored at the last login when there is no connection.",
        es: "Pide la cuenta al servidor y, si no hay conexión, muestra lo que se guardó en el último inicio de sesión.")
    static let example = LocalizedText(en: "Show the account", es: "Muestra la cuenta")
    static let jsonExample = LocalizedText(en: "The same, for a script", es: "Lo mismo, para un script")

    static let name = LocalizedText(en: "Name", es: "Nombre")
    static let email = LocalizedText(en: "Email", es: "Correo")
    static let memberSince = LocalizedText(en: "Since", es: "Desde")
    static let session = LocalizedText(en: "Session", es: "Sesión")
    static let verified = StyledText(LocalizedText(en: "(confirmed)", es: "(confirmado)"), .success)
    static let unverified = StyledText(LocalizedText(en: "(not confirmed)", es: "(sin confirmar)"), .warning)
    static let offline = StyledText(
        LocalizedText(
            en: "There is no connection: this is what was stored at the last login.",
            es: "No hay conexión: esto es lo que se guardó en el último inicio de sesión."), .warning)

    static let notLoggedIn = LocalizedText(en: "You are not logged in.", es: "No has iniciado sesión.")
    static let logInFirst = LocalizedText(
        en: "Log in with “essential login”.", es: "Inicia sesión con «essential login».")
    static let tryLater = LocalizedText(en: "Try again later.", es: "Inténtalo más tarde.")
    static let unreadable = LocalizedText(
        en: "The server's answer can't be read.", es: "No se entiende la respuesta del servidor.")
    static let checkAddress = LocalizedText(
        en: "Check the address of the server.", es: "Comprueba la dirección del servidor.")
    static let cancelled = LocalizedText(en: "Cancelled.", es: "Cancelado.")

    static func serverError(_ status: Int) -> LocalizedText {
        LocalizedText(
            en: "The server answered with an error (\(status)).", es: "El servidor respondió con un error (\(status)).")
    }
}
