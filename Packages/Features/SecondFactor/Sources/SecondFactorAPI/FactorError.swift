public import Localization
public import Presenting

/// Why second factors could not be shown or changed.
public enum FactorError: Error, Hashable, Sendable {
    /// Nobody is logged in, or the session is over.
    case notLoggedIn
    /// The person has to prove once more who they are; with a code as well if it
    /// says so.
    case authenticationNeeded(code: Bool)
    /// The person has to log in once more, since there is no password to prove it with.
    case loginNeeded
    /// The person has to prove the address of the account first.
    case addressNotProved
    /// The password is another one.
    case wrongPassword
    /// The code is wrong, or was used before.
    case wrongCode
    /// An authenticator is in force already.
    case isOn
    /// There is no authenticator, or setting it up took too long.
    case isOff
    /// There were too many attempts; try again after this time, if it is known.
    case tooManyAttempts(retryAfter: Duration?)
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server has no time now; the text says so.
    case busy(LocalizedText)
    /// The request can't be made as things are on this device.
    case impossible(Obstacle)
    /// The server failed, or its answer can't be understood.
    case server
    /// The call was cancelled.
    case cancelled
}

extension FactorError: PresentableError {
    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .notLoggedIn: LocalizedText(en: "You are not logged in.", es: "No has iniciado sesión.")
        case .authenticationNeeded(code: false):
            LocalizedText(
                en: "Prove once more who you are, with your password. Nothing was changed yet.",
                es: "Demuestra otra vez quién eres con tu contraseña. Aún no se cambió nada.")
        case .authenticationNeeded(code: true):
            LocalizedText(
                en: "Prove once more who you are, with your password and a code. Nothing was changed yet.",
                es: "Demuestra otra vez quién eres con tu contraseña y un código. Aún no se cambió nada.")
        case .loginNeeded:
            LocalizedText(
                en: "Log in once more, then do this again. Nothing was changed yet.",
                es: "Inicia sesión otra vez y repítelo después. Aún no se cambió nada.")
        case .addressNotProved:
            LocalizedText(
                en: "Confirm the email address of your account first. Nothing was changed.",
                es: "Confirma antes la dirección de correo de tu cuenta. No se cambió nada.")
        case .wrongPassword:
            LocalizedText(
                en: "The password is wrong. Nothing was changed.",
                es: "La contraseña no es correcta. No se cambió nada.")
        case .wrongCode:
            LocalizedText(
                en: "The code is wrong. Each code counts once: wait for the next one. If no code is right, see whether "
                    + "the clock of the authenticator is.",
                es:
                    "El código no es correcto. Cada uno vale una vez: espera al siguiente. Si ninguno vale, mira si va "
                    + "bien el reloj del autenticador.")
        case .isOn:
            LocalizedText(
                en: "A second factor is on already. Turn it off before you set up another authenticator.",
                es: "Ya hay un segundo factor activado. Desactívalo antes de configurar otro autenticador.")
        case .isOff:
            LocalizedText(
                en: "There is no authenticator, or setting it up took too long. Begin again.",
                es: "No hay autenticador, o configurarlo tardó demasiado. Empieza de nuevo.")
        case .tooManyAttempts(let retryAfter?): Self.tooMany(minutes: retryAfter.minutesToWait)
        case .tooManyAttempts(nil):
            LocalizedText(
                en: "Too many attempts. Try again later.", es: "Demasiados intentos. Inténtalo más tarde.")
        case .connectivity(let text), .busy(let text): text
        case .impossible(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server could not do that. See what is on before you try again.",
                es: "El servidor no pudo hacerlo. Mira qué está activado antes de intentarlo de nuevo.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }

    private static func tooMany(minutes: Int) -> LocalizedText {
        minutes == 1
            ? LocalizedText(
                en: "Too many attempts. Try again in 1 minute.", es: "Demasiados intentos. Inténtalo en 1 minuto.")
            : LocalizedText(
                en: "Too many attempts. Try again in \(minutes) minutes.",
                es: "Demasiados intentos. Inténtalo en \(minutes) minutos.")
    }

    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .notLoggedIn: "not_logged_in"
        case .authenticationNeeded, .loginNeeded: "insufficient_user_authentication"
        case .addressNotProved: "email_not_verified"
        case .wrongPassword: "invalid_credentials"
        case .wrongCode: "wrong_code"
        case .isOn: "factor_in_force"
        case .isOff: "no_factor"
        case .tooManyAttempts: "account_locked"
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
        case .notLoggedIn, .authenticationNeeded, .loginNeeded: .credentials
        case .addressNotProved, .wrongPassword, .wrongCode, .isOn, .isOff, .tooManyAttempts,
            .impossible:
            .refused
        case .connectivity, .busy: .connectivity
        case .server: .fault
        case .cancelled: .cancelled
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn: [.logIn]
        case .authenticationNeeded: [.logIn]
        case .loginNeeded: [.logIn, .logInByBrowser, .useServerPages]
        case .addressNotProved: [.verify, .resend]
        case .wrongPassword, .tooManyAttempts: [.recover]
        case .impossible(let obstacle): obstacle.nextSteps
        default: []
        }
    }
}
