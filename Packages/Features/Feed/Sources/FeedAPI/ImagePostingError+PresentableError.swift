public import Presenting

extension ImagePostingError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .unreadable: "file_not_read"
        case .connectivity, .waiting: "no_connectivity"
        case .impossible(let obstacle): obstacle.code
        case .refused(let code, _): code
        case .tooLarge: "file_too_large"
        case .tooMany, .postponed: "too_many_pictures"
        case .busy: "server_busy"
        case .server: "server_error"
        case .kept(let error, _): error.code
        case .invalidData: "invalid_data"
        case .notLoggedIn, .interrupted: "not_logged_in"
        case .emailNotVerified: "email_not_verified"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .connectivity, .waiting, .busy: .connectivity
        case .notLoggedIn, .interrupted: .credentials
        case .unreadable, .impossible, .refused, .tooLarge, .tooMany, .postponed, .emailNotVerified: .refused
        case .invalidData, .server: .fault
        case .kept(let error, _): error.nature
        case .cancelled: .cancelled
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn: [.logIn]
        case .interrupted: [.logIn, .seeQueue]
        case .emailNotVerified: [.verify, .resend]
        case .waiting, .postponed: [.seeQueue]
        case .kept(let error, _): error.nextSteps + [.seeQueue]
        case .impossible(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// Whether the request is kept on this device.
    public var isWaiting: Bool {
        switch self {
        case .waiting, .interrupted, .postponed, .kept: true
        default: false
        }
    }
}
