import AdministrationAPI
import Localization

/// What the administrators' pages about the server and its figures say.
enum ServerTexts {
    static let server = LocalizedText(en: "Server", es: "Servidor")
    static let works = LocalizedText(en: "It can do its work.", es: "Puede trabajar.")
    static let nothing = LocalizedText(en: "There is nothing to tell.", es: "No hay nada que contar.")
    static let doctor = LocalizedText(
        en: "What can only be seen on the machine, such as files and settings, is examined by essentiald doctor.",
        es: "Lo que solo se ve en la máquina, como archivos y ajustes, lo examina essentiald doctor.")

    static let figures = LocalizedText(en: "Figures", es: "Cifras")
    static let byDay = LocalizedText(en: "The last 30 days", es: "Los últimos 30 días")
    static let byHour = LocalizedText(en: "The last 24 hours", es: "Las últimas 24 horas")
    static let hour = LocalizedText(en: "Hour (UTC)", es: "Hora (UTC)")

    static func name(of subject: SeenFigures.Subject) -> LocalizedText {
        switch subject {
        case .failedLogins: LocalizedText(en: "Logins that failed", es: "Inicios de sesión fallidos")
        case .registrations: LocalizedText(en: "Accounts that were made", es: "Cuentas creadas")
        case .lockouts: LocalizedText(en: "Logins that met a lock", es: "Inicios de sesión bloqueados")
        }
    }
}
