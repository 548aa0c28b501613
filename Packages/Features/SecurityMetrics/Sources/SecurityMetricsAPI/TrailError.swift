public import Localization
public import Presenting

/// Why the server's audit trail can't be asked for, or what is kept of it not read.
public enum TrailError: Error, Hashable, Sendable {
    /// Nobody is logged in on this device, or the session is over.
    case notLoggedIn
    /// The server can't be reached, or has no time; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server shows no audit trail, as one of an older version; or the request can't be made as
    /// things are on this device.
    case impossible(Obstacle)
    /// The vault can't be read or written.
    case storage(Obstacle)
    /// The server failed, or its answer is no head that can be checked.
    case server
    /// The call was cancelled.
    case cancelled
}

extension TrailError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .notLoggedIn: "not_logged_in"
        case .connectivity: "no_connectivity"
        case .impossible(let obstacle), .storage(let obstacle): obstacle.code
        case .server: "server_error"
        case .cancelled: "cancelled"
        }
    }

    /// What happened.
    public var text: LocalizedText {
        switch self {
        case .notLoggedIn:
            LocalizedText(
                en: "The server shows its audit trail to those who are logged in.",
                es: "El servidor muestra su registro de auditoría a quienes han iniciado sesión.")
        case .connectivity(let text): text
        case .impossible(let obstacle), .storage(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server's answer is no signed head of an audit trail.",
                es: "La respuesta del servidor no es una cabeza firmada de un registro de auditoría.")
        case .cancelled:
            LocalizedText(en: "It was cancelled.", es: "Se canceló.")
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .notLoggedIn: .credentials
        case .connectivity: .connectivity
        case .impossible: .refused
        case .storage, .server: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept.
    public var remark: LocalizedText? {
        switch self {
        case .storage, .cancelled: nil
        case .notLoggedIn, .connectivity, .impossible, .server:
            LocalizedText(
                en: "What this device keeps of it stays as it is.",
                es: "Lo que este dispositivo guarda de él no cambia.")
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn: [.logIn]
        case .connectivity, .server: [.retry]
        case .impossible(let obstacle), .storage(let obstacle): obstacle.nextSteps
        case .cancelled: []
        }
    }
}
