import ConsoleAPI
import Localization

/// What `whoami` says.
enum WhoAmITexts {
    static let summary = LocalizedText(en: "Show who is logged in", es: "Muestra quién ha iniciado sesión")
    static let discussion = LocalizedText(
        en: "Asks the server for the account, and without a connection shows it as known at the last contact.",
        es: "Pide la cuenta al servidor y, si no hay conexión, la muestra como se conocía en el último contacto.")
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
            en: "There is no connection: this is as known at the last contact.",
            es: "No hay conexión: así se conocía en el último contacto."), .warning)
}
