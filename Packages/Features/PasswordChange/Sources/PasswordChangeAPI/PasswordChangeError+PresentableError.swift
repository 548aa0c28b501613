public import Localization
public import Presenting

extension PasswordChangeError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .notLoggedIn: "not_logged_in"
        case .notRecent: "insufficient_user_authentication"
        case .unacceptable: "invalid_data"
        case .wrongPassword: "invalid_credentials"
        case .noPassword: "no_password"
        case .tooManyAttempts: "account_locked"
        case .connectivity: "no_connectivity"
        case .busy: "server_busy"
        case .impossible(let obstacle): obstacle.code
        case .server: "server_error"
        case .tokenStorageFailed: "token_storage_failed"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .notLoggedIn, .notRecent: .credentials
        case .unacceptable: .input
        case .connectivity, .busy: .connectivity
        case .wrongPassword, .noPassword, .tooManyAttempts, .impossible: .refused
        case .server, .tokenStorageFailed: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        switch self {
        case .unacceptable, .impossible: LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")
        case .connectivity: Self.notQueued + Self.mayCount
        case .busy, .server, .cancelled: Self.mayCount
        case .tokenStorageFailed:
            LocalizedText(
                en: "The new password counts. You stay logged in with what is stored.",
                es: "La contraseña nueva ya vale. Sigues con la sesión iniciada con lo que está guardado.")
        case .notLoggedIn, .notRecent, .wrongPassword, .noPassword, .tooManyAttempts: nil
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn, .notRecent: [.logIn]
        case .wrongPassword, .noPassword, .tooManyAttempts: [.recover]
        case .impossible(let obstacle), .tokenStorageFailed(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// The fields that can't be accepted, if it is about them.
    public var fields: [FieldFailure] {
        guard case .unacceptable(let reasons) = self else { return [] }
        return reasons.map { FieldFailure(pointer: "/new_password", text: $0) }
    }

    private static let notQueued = LocalizedText(
        en: """
            A change of password is never kept to be sent later, since the password would lie on this device: do \
            it again when the server can be reached.
            """,
        es: """
            Un cambio de contraseña nunca se guarda para enviarlo más tarde, porque la contraseña quedaría en este \
            dispositivo: repítelo cuando haya conexión.
            """)
    private static let mayCount = LocalizedText(
        en: "If the request was already on its way, the new password may count already; try that one first.",
        es: "Si la petición ya estaba en camino, puede que ya valga la contraseña nueva; prueba primero con ella.")
}
