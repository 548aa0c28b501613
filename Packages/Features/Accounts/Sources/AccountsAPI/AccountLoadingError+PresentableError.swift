public import Localization
public import Presenting

extension AccountLoadingError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .notLoggedIn: "not_logged_in"
        case .connectivity: "no_connectivity"
        case .impossible(let obstacle): obstacle.code
        case .server: "server_error"
        case .unreadableAnswer: "invalid_response"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .notLoggedIn: .credentials
        case .connectivity: .connectivity
        case .impossible: .refused
        case .server, .unreadableAnswer: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        switch self {
        case .server: LocalizedText(en: "Try again later.", es: "Inténtalo más tarde.")
        case .unreadableAnswer:
            LocalizedText(en: "Check the address of the server.", es: "Comprueba la dirección del servidor.")
        default: nil
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn: [.logIn]
        case .impossible(let obstacle): obstacle.nextSteps
        default: []
        }
    }
}
