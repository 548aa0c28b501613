public import Localization
public import Presenting

extension NextStep {
    /// Look at the list of sessions.
    public static let listSessions = NextStep("list_sessions")
}

extension SessionManagingError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .notLoggedIn, .interrupted: "not_logged_in"
        case .unknownSession: "not_found"
        case .currentSession: "current_session"
        case .notRecent: "insufficient_user_authentication"
        case .busy: "too_many_requests"
        case .connectivity, .waiting: "no_connectivity"
        case .impossible(let obstacle): obstacle.code
        case .storage: "storage_failed"
        case .server: "server_error"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .notLoggedIn, .notRecent, .interrupted: .credentials
        case .connectivity, .waiting: .connectivity
        case .unknownSession, .currentSession, .busy, .impossible: .refused
        case .storage, .server: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        guard isWorthRetrying else { return nil }
        return LocalizedText(en: "Nothing is known to have changed.", es: "No consta ningún cambio.")
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn, .notRecent: [.logIn]
        case .interrupted: [.logIn, .seeQueue]
        case .unknownSession: [.listSessions]
        case .currentSession: [.logOut]
        case .busy, .connectivity, .server: [.retry]
        case .waiting: [.seeQueue]
        case .impossible(let obstacle), .storage(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// Whether the request is kept on this device.
    public var isWaiting: Bool {
        switch self {
        case .waiting, .interrupted: true
        default: false
        }
    }
}
