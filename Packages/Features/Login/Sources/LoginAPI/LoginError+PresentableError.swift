public import CaptchaAPI
public import Localization
public import Presenting

extension LoginError: ChallengingError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .invalidEmail: "invalid_email"
        case .emptyPassword: "empty_password"
        case .invalidCredentials: "invalid_credentials"
        case .emailNotVerified: "email_not_verified"
        case .captchaRequired: "captcha_required"
        case .secondFactorRequired: "second_factor_required"
        case .wrongCode: "wrong_code"
        case .loginExpired: "login_expired"
        case .factorStays: "factor_stays"
        case .tooManyLosses: "too_many_losses"
        case .tooManyAttempts: "account_locked"
        case .connectivity, .waiting: "no_connectivity"
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
        case .invalidEmail, .emptyPassword: .input
        case .invalidCredentials, .emailNotVerified, .captchaRequired, .secondFactorRequired, .wrongCode,
            .loginExpired, .factorStays, .tooManyLosses, .tooManyAttempts:
            .credentials
        case .connectivity, .waiting, .busy: .connectivity
        case .impossible: .refused
        case .server, .tokenStorageFailed: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        guard case .tokenStorageFailed = self else { return nil }
        return LocalizedText(
            en: "The password was right. When this is mended, log in again.",
            es: "La contraseña era correcta. Cuando esto se arregle, vuelve a iniciar sesión.")
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .invalidCredentials: [.recover, .register, .logInByBrowser]
        case .emailNotVerified: [.verify, .resend]
        case .tooManyAttempts, .tooManyLosses: [.recover]
        case .waiting: [.seeQueue]
        case .impossible(let obstacle), .tokenStorageFailed(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// Whether the request is kept on this device.
    public var isWaiting: Bool { if case .waiting = self { true } else { false } }

    /// What the server asks before it looks at the password.
    public var challenge: CaptchaChallenge? {
        if case .captchaRequired(let challenge) = self { challenge } else { nil }
    }

    /// What has to be answered with the next attempt; nil if nothing has to.
    public var nextChallenge: CaptchaChallenge? {
        switch self {
        case .captchaRequired(let challenge), .invalidCredentials(let challenge?): challenge
        default: nil
        }
    }
}
