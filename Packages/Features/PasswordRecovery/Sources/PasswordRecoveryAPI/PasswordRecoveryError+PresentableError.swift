public import CaptchaAPI
public import Localization
public import Presenting

extension NextStep {
    /// Name the address to which the code was sent.
    public static let nameAddress = NextStep("name_address")
    /// Have another message sent, with which the password can be set.
    public static let recoverAgain = NextStep("recover_again")
    /// Choose another password with the link or the code of a message.
    public static let chooseAnotherPassword = NextStep("choose_another_password")
}

extension PasswordRecoveryError: ChallengingError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .invalidEmail: "invalid_email"
        case .malformedProof, .wrongCode: "invalid_code"
        case .emailNeeded: "email_needed"
        case .weakPassword: "weak_password"
        case .unknownLink: "link_unknown"
        case .foreignLink: "link_foreign"
        case .expired: "link_expired"
        case .used: "link_used"
        case .captchaRequired: "captcha_required"
        case .tooManyRequests: "too_many_requests"
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
        case .invalidEmail, .malformedProof, .emailNeeded, .weakPassword: .input
        case .connectivity, .waiting, .busy: .connectivity
        case .wrongCode, .unknownLink, .foreignLink, .expired, .used, .captchaRequired, .tooManyRequests, .impossible:
            .refused
        case .server: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        switch self {
        case .weakPassword:
            LocalizedText(
                en: "Nothing was changed; the code or link counts still.",
                es: "No se cambió nada; el código o enlace sigue valiendo.")
        // The answer may have been lost.
        case .connectivity:
            LocalizedText(
                en:
                    "If the request was already on its way, it may be done already: if you chose a new password, try to log in with "
                    + "it.",
                es:
                    "Si la petición ya estaba en camino, puede que ya esté hecha: si elegiste una contraseña nueva, prueba a "
                    + "iniciar sesión con ella.")
        case .impossible:
            LocalizedText(
                en: "Nothing was changed.",
                es: "No se cambió nada.")
        default: nil
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .emailNeeded: [.nameAddress]
        case .wrongCode, .unknownLink, .foreignLink, .expired, .used: [.recoverAgain]
        case .waiting: [.seeQueue]
        case .impossible(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// The fields that can't be accepted, if it is about them.
    public var fields: [FieldFailure] {
        guard case .weakPassword(let reasons) = self else { return [] }
        return reasons.map { FieldFailure(pointer: "/new_password", text: $0) }
    }

    /// Whether the request is kept on this device.
    public var isWaiting: Bool {
        if case .waiting = self { true } else { false }
    }

    /// What the server asks of those who ask often.
    public var challenge: CaptchaChallenge? {
        if case .captchaRequired(let challenge) = self { challenge } else { nil }
    }
}
