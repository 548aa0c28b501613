public import Localization
public import Presenting

extension NextStep {
    /// Give the account another address.
    public static let changeAddress = NextStep("change_address")
    /// Type the code that was sent to the new address.
    public static let confirmAddress = NextStep("confirm_address")
}

extension AddressChangeError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .invalidAddress: "invalid_email"
        case .sameAddress: "same_address"
        case .malformedCode, .wrongCode: "invalid_code"
        case .expiredCode: "code_expired"
        case .notLoggedIn: "not_logged_in"
        case .notRecent: "insufficient_user_authentication"
        case .tooManyChanges: "too_many_changes"
        case .connectivity: "no_connectivity"
        case .busy: "server_busy"
        case .impossible(let obstacle): obstacle.code
        case .server: "server_error"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .invalidAddress, .sameAddress, .malformedCode: .input
        case .notLoggedIn, .notRecent: .credentials
        case .connectivity, .busy: .connectivity
        case .wrongCode, .expiredCode, .tooManyChanges, .impossible: .refused
        case .server: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        switch self {
        case .wrongCode, .expiredCode, .tooManyChanges, .impossible:
            // An answer to what was typed before may have been lost.
            LocalizedText(
                en: "Nothing was changed by this; your account shows which address it has.",
                es: "Con esto no se cambió nada; tu cuenta muestra qué dirección tiene.")
        case .connectivity: Self.notQueued + Self.mayCount
        case .busy, .server, .cancelled: Self.mayCount
        case .invalidAddress, .sameAddress, .malformedCode, .notLoggedIn, .notRecent: nil
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn, .notRecent: [.logIn]
        case .wrongCode, .expiredCode: [.changeAddress]
        case .impossible(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// The fields that can't be accepted, if it is about them.
    public var fields: [FieldFailure] {
        switch self {
        case .invalidAddress, .sameAddress: [FieldFailure(pointer: "/email", text: text)]
        case .malformedCode, .wrongCode, .expiredCode: [FieldFailure(pointer: "/code", text: text)]
        default: []
        }
    }

    private static let notQueued = LocalizedText(
        en: "A change of address isn't kept to be sent later: do it again when the server can be reached.",
        es: "Un cambio de dirección no se guarda para enviarlo más tarde: repítelo cuando haya conexión.")
    private static let mayCount = LocalizedText(
        en: "If the request was already on its way, it may be done already; your account shows which address it has.",
        es: "Si la petición ya estaba en camino, puede que ya esté hecho; tu cuenta muestra qué dirección tiene.")
}
