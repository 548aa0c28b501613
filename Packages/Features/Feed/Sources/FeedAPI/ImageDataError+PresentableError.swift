public import Presenting

extension ImageDataError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .connectivity: "no_connectivity"
        case .impossible(let obstacle): obstacle.code
        case .server(let code, _): code
        case .invalidData: "invalid_data"
        case .notFound: "image_not_found"
        case .notLoggedIn: "not_logged_in"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .connectivity: .connectivity
        case .impossible, .notFound: .refused
        case .server, .invalidData: .fault
        case .notLoggedIn: .credentials
        case .cancelled: .cancelled
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
