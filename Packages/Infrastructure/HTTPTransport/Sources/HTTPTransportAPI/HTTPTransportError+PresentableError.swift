public import Presenting

extension HTTPTransportError: PresentableError {
    /// A stable word for scripts and logs, in `snake_case`.
    public var code: String {
        switch self {
        case .connectivity, .timedOut: "no_connectivity"
        case .tls: "no_secure_connection"
        case .cancelled: "cancelled"
        case .tooLarge, .invalidResponse: "invalid_response"
        case .invalidRequest: "invalid_request"
        case .insecureAddress: "insecure_address"
        case .credentialsUnavailable(let obstacle), .refusedByPins(let obstacle): obstacle.code
        case .fileSystem: "file_error"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .connectivity, .timedOut, .tls: .connectivity
        case .cancelled: .cancelled
        case .invalidRequest, .insecureAddress, .credentialsUnavailable, .refusedByPins: .refused
        case .tooLarge, .invalidResponse, .fileSystem: .fault
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .credentialsUnavailable(let obstacle), .refusedByPins(let obstacle): obstacle.nextSteps
        default: []
        }
    }
}
