import AdministrationAPI
import Localization
import SecurityMetricsAPI

/// What the administrators' pages say.
enum AdministrationTexts {
    static let overview = LocalizedText(en: "Administration", es: "Administración")
    static let events = LocalizedText(en: "Events", es: "Sucesos")
    static let incidents = LocalizedText(en: "Incidents", es: "Incidentes")

    // MARK: The overview

    static let openIncidents = LocalizedText(en: "Open incidents", es: "Incidentes abiertos")
    static let noOpenIncident = LocalizedText(
        en: "There is no incident that nobody has looked at.", es: "No hay ningún incidente sin mirar.")
    static let week = LocalizedText(en: "Events of the last seven days", es: "Sucesos de los últimos siete días")
    static let day = LocalizedText(en: "Day (UTC)", es: "Día (UTC)")
    static let all = LocalizedText(en: "All events", es: "Todos los sucesos")
    static let grave = LocalizedText(en: "Of them warnings and critical ones", es: "De ellos, avisos y críticos")
    static let health = LocalizedText(en: "How the server is", es: "Cómo está el servidor")
    static let healthy = LocalizedText(en: "All its parts can do their work.", es: "Todas sus partes pueden trabajar.")

    // MARK: Events

    static let filter = LocalizedText(en: "Which events", es: "Qué sucesos")
    static let show = LocalizedText(en: "Show", es: "Mostrar")
    static let kind = LocalizedText(en: "Kind", es: "Clase")
    static let severity = LocalizedText(en: "Severity", es: "Importancia")
    static let account = LocalizedText(en: "Account", es: "Cuenta")
    static let accountHint = LocalizedText(
        en: "Its identifier, or its name in the trail: p and 32 digits. Also what an administrator did.",
        es: "Su identificador, o su nombre en el registro: p y 32 cifras. También lo que hizo quien administra.")
    static let dayHint = LocalizedText(en: "Such as 2026-03-12, in UTC.", es: "Como 2026-03-12, en UTC.")
    static let any = LocalizedText(en: "any", es: "cualquiera")
    static let unknownDay = LocalizedText(
        en: "Type a day as year, month and day: 2026-03-12.", es: "Escribe el día como año, mes y día: 2026-03-12.")
    static let unknownAccount = LocalizedText(
        en: "Type the identifier of an account, or its name in the trail: p and 32 digits from 0 to f.",
        es: "Escribe el identificador de una cuenta, o su nombre en el registro: p y 32 cifras de 0 a f.")
    static let none = LocalizedText(en: "There is no such event.", es: "No hay ningún suceso así.")
    static let noneYet = LocalizedText(
        en: "There is no such event among those that were looked at. There are older ones.",
        es: "No hay ningún suceso así entre los que se han mirado. Hay otros más antiguos.")
    static let delay = LocalizedText(
        en:
            "What happens is here within half a minute. That nobody changed the trail is proved by essentiald audit verify.",
        es: "Lo que pasa está aquí en medio minuto. Que nadie cambió el registro lo demuestra essentiald audit verify.")
    static let older = LocalizedText(en: "Older ones", es: "Más antiguos")
    static let newest = LocalizedText(en: "The newest ones", es: "Los más recientes")
    static let lookFurther = LocalizedText(en: "Look further back", es: "Mirar más atrás")
    static let export = LocalizedText(en: "Export", es: "Exportar")
    static let exporting = LocalizedText(
        en:
            "All events that the filter asks for, the oldest first. JSON Lines can be verified without the server; of other "
            + "events it has only what proves that none was left out.",
        es:
            "Todos los sucesos que pide el filtro, primero los más antiguos. JSON Lines se puede verificar sin el servidor; "
            + "de los demás sucesos solo lleva lo que demuestra que no falta ninguno.")
    static let refused = LocalizedText(en: "refused", es: "rechazado")

    static func name(of severity: EventSeverity) -> LocalizedText {
        switch severity {
        case .info: LocalizedText(en: "info", es: "información")
        case .notice: LocalizedText(en: "notice", es: "nota")
        case .warning: LocalizedText(en: "warning", es: "aviso")
        case .critical: LocalizedText(en: "critical", es: "crítico")
        }
    }

    static func atLeast(_ severity: EventSeverity) -> LocalizedText {
        let name = name(of: severity)
        return LocalizedText(en: "\(name.english) and worse", es: "\(name.spanish) o peor")
    }

    static let about = LocalizedText(en: "About:", es: "Sobre:")
    static let by = LocalizedText(en: "By the administrator:", es: "Por quien administra:")
    static let from = LocalizedText(en: "From:", es: "Desde:")
    static let program = LocalizedText(en: "With:", es: "Con:")
    static let cause = LocalizedText(en: "Why:", es: "Por qué:")
    static let itsEvents = LocalizedText(en: "Events of this account", es: "Sucesos de esta cuenta")

    static let itsPerson = LocalizedText(en: "Whose account it is", es: "De quién es la cuenta")

    // MARK: Incidents

    static let onlyOpen = LocalizedText(en: "Only open ones", es: "Solo los abiertos")
    static let allIncidents = LocalizedText(en: "All incidents", es: "Todos los incidentes")
    static let noIncident = LocalizedText(en: "There is no incident.", es: "No hay ningún incidente.")
    static let unknownIncident = LocalizedText(
        en: "There is no incident with this number. It may have been forgotten with its events.",
        es: "No hay ningún incidente con este número. Quizá se olvidó con sus sucesos.")
    static let look = LocalizedText(en: "Evidence", es: "Pruebas")
    static let whatToDo = LocalizedText(en: "What to do", es: "Qué hacer")
    static let close = LocalizedText(en: "Close this incident", es: "Cerrar este incidente")
    static let closing = LocalizedText(
        en:
            "Nothing of it is deleted. What is done against it by itself ends within ten seconds. If it goes on it isn't "
            + "told again; what begins anew is.",
        es:
            "No se borra nada. Lo que se hace contra él automáticamente acaba en diez segundos. Si continúa, no se avisa "
            + "otra vez; si empieza de nuevo, sí.")
    static let isClosed = LocalizedText(en: "The incident is closed.", es: "El incidente está cerrado.")
    static let wasClosed = LocalizedText(
        en: "The incident was closed before. Nothing was changed.",
        es: "El incidente ya estaba cerrado. No se cambió nada.")
    static let itsDay = LocalizedText(en: "Events of that day", es: "Sucesos de ese día")
    static let network = LocalizedText(en: "Network:", es: "Red:")
    static let firstEvent = LocalizedText(en: "First event:", es: "Primer suceso:")
    static let enough = LocalizedText(en: "Enough of them:", es: "Suficientes:")
    static let found = LocalizedText(en: "Found:", es: "Encontrado:")
    static let lastEvent = LocalizedText(en: "Last event:", es: "Último suceso:")
    static let late = LocalizedText(
        en: "It was found late: more than a minute after there was enough of it.",
        es: "Se encontró tarde: más de un minuto después de que hubiera suficiente.")

    static func number(_ number: Int) -> LocalizedText {
        LocalizedText(en: "Incident \(number)", es: "Incidente \(number)")
    }

    static func counts(_ incident: ShownIncident) -> LocalizedText {
        LocalizedText(
            en: "Events: \(incident.events), accounts: \(incident.accounts), networks: \(incident.networks)",
            es: "Sucesos: \(incident.events), cuentas: \(incident.accounts), redes: \(incident.networks)")
    }

    static func state(_ state: ShownIncident.State) -> LocalizedText {
        switch state {
        case .running: LocalizedText(en: "It goes on", es: "Continúa")
        case .over: LocalizedText(en: "It is over", es: "Terminó")
        case .closed: LocalizedText(en: "Somebody closed it", es: "Alguien lo cerró")
        }
    }

    // MARK: The invitation

    static let invitation = LocalizedText(en: "Become an administrator", es: "Administrar este servidor")
    static let invitationMeans = LocalizedText(
        en:
            "As an administrator you see what happens on this server and to whose accounts, and everything you do there is "
            + "kept in the audit trail under your name. The invitation is used up by it.",
        es:
            "Quien administra ve lo que pasa en este servidor y en qué cuentas, y todo lo que haga allí queda en el registro "
            + "de auditoría a su nombre. La invitación se gasta con ello.")
    static let accept = LocalizedText(en: "Become an administrator", es: "Empezar a administrar")
    static let logInFirst = LocalizedText(
        en:
            "Log in with the account that shall be an administrator's, then open the link of your invitation once more. "
            + "Nothing was changed, and the invitation is still good.",
        es:
            "Inicia sesión con la cuenta que vaya a administrar y abre después otra vez el enlace de la invitación. No se "
            + "cambió nada y la invitación sigue valiendo.")
    static let toPictures = LocalizedText(en: "To the first page", es: "A la primera página")
    static let noToken = LocalizedText(
        en: "Open the whole link of your invitation. Whoever runs this server makes one on its machine.",
        es: "Abre el enlace entero de la invitación. La crea, en su máquina, quien tiene este servidor.")
    static let accepted = LocalizedText(
        en: "You are an administrator of this server.", es: "Administras este servidor.")

    static func signedInAs(_ address: String) -> LocalizedText {
        LocalizedText(en: "You are logged in as \(address).", es: "Has iniciado sesión como \(address).")
    }
}
