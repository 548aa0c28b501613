extension HTTPTransportError {
    /// A stable word for scripts and logs, in `snake_case`.
    public var code: String {
        switch self {
        case .connectivity, .timedOut: "no_connectivity"
        case .tls: "no_secure_connection"
        case .cancelled: "cancelled"
        case .tooLarge, .invalidResponse: "invalid_response"
        case .invalidRequest: "invalid_request"
        case .insecureAddress: "insecure_address"
        case .credentialsUnavailable(let code, _): code
        case .fileSystem: "file_error"
        }
    }
}
