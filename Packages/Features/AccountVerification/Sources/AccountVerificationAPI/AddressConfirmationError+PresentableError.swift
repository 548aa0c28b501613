public import Presenting

extension NextStep {
    /// Prove the address without logging in, by naming it.
    public static let verifyByAddress = NextStep("verify_by_address")
    /// Ask for another message without being logged in, by naming the address.
    public static let resendByAddress = NextStep("resend_by_address")
}

extension AddressConfirmationError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .malformedCode, .wrongCode, .wrongCodeOrPassword: "invalid_code"
        case .invalidEmail: "invalid_email"
        case .expiredCode: "link_expired"
        case .usedCode: "link_used"
        case .unknownLink: "link_unknown"
        case .foreignLink: "link_foreign"
        case .passwordNeeded: "password_needed"
        case .wrongPassword: "wrong_password"
        case .notLoggedIn, .interrupted: "not_logged_in"
        case .connectivity, .waiting: "no_connectivity"
        case .busy: "server_busy"
        case .impossible(let obstacle): obstacle.code
        case .server: "server_error"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .malformedCode, .invalidEmail, .wrongPassword: .input
        case .notLoggedIn, .interrupted, .passwordNeeded: .credentials
        case .connectivity, .waiting, .busy: .connectivity
        case .wrongCode, .wrongCodeOrPassword, .expiredCode, .usedCode, .unknownLink, .foreignLink, .impossible:
            .refused
        case .server: .fault
        case .cancelled: .cancelled
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .wrongCode, .expiredCode, .unknownLink, .foreignLink: [.resend]
        case .wrongCodeOrPassword: [.resendByAddress, .logIn, .recover]
        case .passwordNeeded: [.logIn]
        case .wrongPassword: [.recover]
        case .notLoggedIn: [.logIn, .verifyByAddress]
        case .interrupted: [.logIn, .seeQueue]
        case .waiting: [.seeQueue]
        case .impossible(let obstacle): obstacle.nextSteps
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
