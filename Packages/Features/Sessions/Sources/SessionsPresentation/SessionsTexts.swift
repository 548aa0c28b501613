import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import Presenting
import SessionsAPI

/// What the commands of sessions say.
enum SessionsTexts {
    static let listSummary = LocalizedText(
        en: "Show the devices on which you are logged in", es: "Muestra los dispositivos con tu sesión iniciada")
    static let listDiscussion = LocalizedText(
        en: "The last use is known to within some minutes. A login that isn't like you is marked as suspicious.",
        es: "El último uso se conoce con unos minutos de margen. Un inicio de sesión inusual se marca como sospechoso.")
    static let listExample = LocalizedText(
        en: "see where you are logged in", es: "mira dónde tienes la sesión iniciada")
    static let endSummary = LocalizedText(
        en: "End the session of another device", es: "Termina la sesión de otro dispositivo")
    static let endDiscussion = LocalizedText(
        en: "That device is logged out at once. You are asked first which one it is, unless you say --yes. To end the "
            + "session of this one, log out.",
        es: "Ese dispositivo queda fuera al instante. Antes se te pregunta cuál es, salvo con --yes. Para terminar la "
            + "sesión de este, usa logout.")
    static let endExample = LocalizedText(en: "the one that was lost", es: "el que se perdió")
    static let endOthersSummary = LocalizedText(
        en: "End the sessions of all other devices", es: "Termina las sesiones de los demás dispositivos")
    static let endOthersDiscussion = LocalizedText(
        en: "You stay logged in on this device alone. You are asked first, unless you say --yes.",
        es: "Solo sigues dentro en este dispositivo. Antes se te pregunta, salvo con --yes.")
    static let endOthersExample = LocalizedText(en: "asks first", es: "antes pregunta")
    static let scriptExample = LocalizedText(en: "for scripts", es: "para programas")
    static let endOthersQuestion = LocalizedText(
        en: "End the sessions of all other devices?", es: "¿Terminar las sesiones de los demás dispositivos?")
    static let confirmSummary = LocalizedText(
        en: "Say that a suspicious login was yours", es: "Di que un inicio de sesión sospechoso fue tuyo")
    static let confirmDiscussion = LocalizedText(
        en: "The device and its network count as yours from then on.",
        es: "Desde entonces, el dispositivo y su red cuentan como tuyos.")
    static let confirmExample = LocalizedText(en: "it was me", es: "fui yo")
    static let idArgument = LocalizedText(
        en: "The session's identifier, as the list shows it", es: "El identificador de la sesión, como en la lista")
    static let yesOption = LocalizedText(en: "Don't ask", es: "No preguntes")

    static func endQuestion(_ session: DeviceSession) -> LocalizedText {
        let device = device(of: session)
        return LocalizedText(
            en: "End the session of \(device.english)?", es: "¿Terminar la sesión de \(device.spanish)?")
    }

    /// - Parameter session: As it was; nil where nobody knows.
    static func ended(_ session: DeviceSession?) -> LocalizedText {
        guard let device = session.map(device) else {
            return LocalizedText(en: "The session is over.", es: "La sesión ha terminado.")
        }
        return LocalizedText(
            en: "The session of \(device.english) is over.", es: "La sesión de \(device.spanish) ha terminado.")
    }

    /// What it calls itself, and where its network is, as the list shows them.
    private static func device(of session: DeviceSession) -> LocalizedText {
        let place = session.location?.name
        return LocalizedText(
            en: (session.device ?? "an unknown device") + (place.map { " (\($0.english))" } ?? ""),
            es: (session.device ?? "un dispositivo desconocido") + (place.map { " (\($0.spanish))" } ?? ""))
    }

    static let othersEnded = LocalizedText(
        en: "You are logged in on this device only.", es: "Solo sigues dentro en este dispositivo.")
    static let confirmed = LocalizedText(en: "Noted: it was you.", es: "Anotado: fuiste tú.")
    static let unchanged = LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")
    static let changePassword = LocalizedText(
        en: "If somebody else used your account, choose a new password too.",
        es: "Si alguien más usó tu cuenta, elige también una contraseña nueva.")
    static let logInHint = LocalizedText(en: "Log in with: essential login", es: "Inicia sesión con: essential login")
    static let pagesStep = NextStepPlace(
        .useServerPages,
        LocalizedText(
            en: "Or do it at the server's own pages, in a browser on any device.",
            es: "O hazlo en las páginas del propio servidor, en un navegador de cualquier dispositivo."))
    static let listStep = NextStepPlace(
        .listSessions,
        LocalizedText(en: "See them with: essential sessions", es: "Míralas con: essential sessions"))

    static func again(_ line: String) -> NextStepPlace {
        NextStepPlace(.retry, LocalizedText(en: "Try again with: \(line)", es: "Inténtalo de nuevo con: \(line)"))
    }

    static func suspicious(_ id: SessionID, in invocation: Invocation) -> LocalizedText {
        let confirm = invocation.line("essential sessions confirm \(short(id))")
        let end = invocation.line("essential sessions end \(short(id))")
        return LocalizedText(
            en: "Was this you? Say so with: \(confirm). If not, end it with: \(end), and choose a new password.",
            es: "¿Fuiste tú? Dilo con: \(confirm). Si no, termínala con: \(end), y elige una contraseña nueva.")
    }

    private static func short(_ id: SessionID) -> Substring { "\(id)".prefix(8) }

    static let columns = [
        Table.Column(LocalizedText(en: "Device", es: "Dispositivo"), minimumWidth: 8),
        Table.Column(LocalizedText(en: "Place", es: "Lugar"), minimumWidth: 8, isOptional: true),
        Table.Column(LocalizedText(en: "Since", es: "Desde")),
        Table.Column(LocalizedText(en: "Last used", es: "Último uso")),
        Table.Column(LocalizedText(verbatim: "")),
        Table.Column.identifiers(LocalizedText(verbatim: "ID")),
    ]

    static func row(_ session: DeviceSession, at now: Date) -> [StyledText] {
        let marks = [
            session.isCurrent ? StyledText(thisDevice, .success) : nil,
            session.isSuspicious ? StyledText(suspiciousMark, .warning) : nil,
        ].compactMap(\.self)
        let separated = marks.reduce(StyledText(verbatim: "")) { left, mark in
            left.spans.allSatisfy { $0.text.english.isEmpty } ? mark : left + StyledText(verbatim: ", ") + mark
        }
        return [
            named(session.device, session.isCurrent ? .strong : .plain),
            StyledText(session.location?.name ?? LocalizedText(verbatim: "")),
            StyledText(.since(session.createdAt, at: now)), StyledText(.since(session.lastSeenAt, at: now)),
            separated, StyledText(verbatim: session.id.description, .faint),
        ]
    }

    static let placesUnknown = LocalizedText(
        en: "The places are unknown: this server has no locator.",
        es: "No se conocen los lugares: este servidor no tiene localizador.")
    private static let thisDevice = LocalizedText(en: "this device", es: "este dispositivo")
    private static let suspiciousMark = LocalizedText(en: "suspicious", es: "sospechosa")
    static let unknown = LocalizedText(en: "unknown", es: "desconocido")

    private static func named(_ name: String?, _ style: TextStyle) -> StyledText {
        name.map { StyledText(verbatim: $0, style) } ?? StyledText(unknown, .faint)
    }
}

extension ListName {
    /// The devices on which the person is logged in.
    static let sessions = ListName("sessions", shownBy: "essential sessions")
}
