public import CaptchaAPI
public import CoreModels
public import FoundationEssentials
public import Localization
public import PluginKit
public import Presenting

/// Exchanges an address and a password for a session.
///
/// The credentials are checked for form first: what can't be right costs no
/// request. After success the session is stored, and only its tokens are kept,
/// never the password. Calls may run at the same time.
public protocol LoggingIn: Sendable {
    /// Logs in.
    ///
    /// - Parameters:
    ///   - email: The address as it was typed.
    ///   - password: The password.
    ///   - captcha: The answer to the challenge of
    ///     ``LoginError/captchaRequired(_:)``; nil before there was one.
    ///   - start: Who was logged in when the person began; nil if they ask for it just now. If
    ///     somebody else has logged in since, they stay so, and the new session ends.
    /// - Returns: Who is logged in now; the session is durable.
    /// - Throws: ``LoginError``; the session before, if any, stands.
    func logIn(
        email: String, password: Secret, captcha: Secret?, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn

    /// Does the second step of a login.
    ///
    /// - Parameters:
    ///   - code: What the authenticator shows, or a recovery code.
    ///   - ticket: Of ``LoginError/secondFactorRequired(_:)``.
    ///   - start: As for the first step.
    /// - Throws: ``LoginError``; after `wrongCode` the ticket is still good.
    func logIn(
        with code: Secret, completing ticket: LoginTicket, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn

    /// When the second factor would end of who said that it is lost; nothing is said yet.
    ///
    /// - Returns: nil if the server is too old to tell.
    /// - Throws: ``LoginError``, `factorStays` where only the operator does it.
    func foreseeLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date?

    /// Says that neither the authenticator nor a recovery code is left.
    ///
    /// - Returns: When the second factor ends, if nobody takes it back.
    /// - Throws: ``LoginError``, `factorStays` where only the operator does it.
    func reportLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date
}

/// A login whose first step is done.
public struct LoginTicket: Sendable {
    /// Who logs in.
    public let email: String
    /// What shows the server that the first step is done.
    public let secret: Secret

    /// Creates a ticket.
    public init(email: String, secret: Secret) {
        self.email = email
        self.secret = secret
    }
}

extension LoginTicket: Hashable {
    /// Compares both; how long that takes tells nothing of the secret.
    public static func == (left: LoginTicket, right: LoginTicket) -> Bool {
        left.email == right.email && left.secret.isEqual(to: right.secret)
    }

    /// Hashes the address.
    public func hash(into hasher: inout Hasher) { hasher.combine(email) }
}

extension LoggingIn {
    /// Logs in without an answer to a CAPTCHA.
    public func logIn(email: String, password: Secret) async throws(LoginError) -> LoggedIn {
        try await logIn(email: email, password: password, captcha: nil)
    }

    /// Logs in whoever asks for it just now.
    public func logIn(email: String, password: Secret, captcha: Secret?) async throws(LoginError) -> LoggedIn {
        try await logIn(email: email, password: password, captcha: captcha, since: nil)
    }

    /// Does the second step for whoever asks for it just now.
    public func logIn(with code: Secret, completing ticket: LoginTicket) async throws(LoginError) -> LoggedIn {
        try await logIn(with: code, completing: ticket, since: nil)
    }
}

/// Why somebody could not be logged in.
public enum LoginError: Error, Hashable, Sendable {
    /// What was typed is no email address; nothing was sent.
    case invalidEmail
    /// No password was typed; nothing was sent.
    case emptyPassword
    /// The server knows no account with this address and password; where there
    /// were failures before, it wants this challenge answered with the next attempt.
    case invalidCredentials(next: CaptchaChallenge? = nil)
    /// The address has to be confirmed before logging in.
    case emailNotVerified
    /// There were failures before, so the server first wants this challenge
    /// answered; whether the password is right was not looked at.
    case captchaRequired(CaptchaChallenge)
    /// The password is right, and the code of the second factor is wanted as well.
    case secondFactorRequired(LoginTicket)
    /// The code is wrong, or was used before.
    case wrongCode
    /// The first step is over, and has to be done again.
    case loginExpired
    /// Only the operator takes a lost second factor away.
    case factorStays
    /// It was said too often that the factor is lost, and taken back each time.
    case tooManyLosses(retryAfter: Duration?)
    /// There were too many attempts, or the server asks for patience.
    case tooManyAttempts(retryAfter: Duration?)
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server has no time now; the text says so, and until when if the
    /// server did. Nothing waits for it.
    case busy(LocalizedText, retryAfter: Duration?)
    /// The server can't be reached, and the request waits on this device, sealed,
    /// for at most 15 minutes (D9); the text says so.
    case waiting(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, the address isn't safe, or the server refuses the proof of
    /// its key. Nobody was logged in; the code is a stable word for scripts, and
    /// the text says what to do.
    case impossible(Obstacle)
    /// The server failed, or its answer can't be understood.
    case server
    /// The session can't be stored on this device; the text says why and what
    /// to do. The password was right.
    case tokenStorageFailed(Obstacle)
    /// The call was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .invalidEmail:
            LocalizedText(
                en: "Invalid email. It should look like name@example.com.",
                es: "Correo no válido. Debe parecerse a nombre@example.com.")
        case .emptyPassword: LocalizedText(en: "Type your password.", es: "Escribe tu contraseña.")
        case .invalidCredentials:
            LocalizedText(
                en: "The email or the password is wrong. Try again.",
                es: "El correo o la contraseña no son correctos. Inténtalo de nuevo.")
        case .emailNotVerified:
            LocalizedText(
                en: "Confirm your email address first, with the code from the message that was sent to you.",
                es: "Confirma primero tu dirección de correo con el código del mensaje que se te envió.")
        case .captchaRequired:
            LocalizedText(
                en: "After several failures the server wants to know that you are no machine. Log in again.",
                es: "Tras varios fallos el servidor quiere saber que no eres una máquina. Vuelve a iniciar sesión.")
        case .secondFactorRequired:
            LocalizedText(
                en: "The password is right. Type the code of your authenticator as well, or a recovery code.",
                es: "La contraseña es correcta. Escribe también el código de tu autenticador o uno de recuperación.")
        case .wrongCode:
            LocalizedText(
                en: "The code is wrong. Each code counts once: wait for the next one, or use a recovery code.",
                es: "El código no es correcto. Cada uno vale una vez: espera al siguiente o usa uno de recuperación.")
        case .loginExpired:
            LocalizedText(
                en: "This login took too long. Log in again.",
                es: "Este inicio de sesión tardó demasiado. Vuelve a iniciar sesión.")
        case .factorStays:
            LocalizedText(
                en: "On this server only its operator takes a lost second factor away: write to them.",
                es: "En este servidor solo quien lo administra quita un segundo factor perdido: escríbele.")
        case .tooManyLosses(let retryAfter):
            LocalizedText(
                en:
                    "It was said too often that the second factor is lost, and taken back. Nothing was noted this time. "
                    + "Type a code, or set another password by mail, which ends that.",
                es: "Se dijo demasiadas veces que el segundo factor se perdió, y se anuló. Esta vez no se anotó nada. "
                    + "Escribe un código, o pon otra contraseña por correo, que lo termina.")
                + Self.sayAgain(hours: retryAfter.map { max(1, ($0.minutesToWait + 59) / 60) })
        case .tooManyAttempts(let retryAfter):
            Self.tooManyAttempts(minutes: retryAfter.flatMap { $0 > .zero ? $0.minutesToWait : nil })
        case .connectivity(let text), .busy(let text, _), .waiting(let text):
            text
        case .impossible(let obstacle), .tokenStorageFailed(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server could not log you in. Try again later.",
                es: "El servidor no pudo iniciar tu sesión. Inténtalo más tarde.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }

    private static func sayAgain(hours: Int?) -> LocalizedText {
        switch hours {
        case nil: LocalizedText(en: "Or say it again later.", es: "O dilo más tarde.")
        case 1: LocalizedText(en: "Or say it again in an hour.", es: "O dilo de nuevo en una hora.")
        case let hours?:
            LocalizedText(en: "Or say it again in \(hours) hours.", es: "O dilo de nuevo en \(hours) horas.")
        }
    }

    /// Whole minutes, if they are known (RATE-10).
    private static func tooManyAttempts(minutes: Int?) -> LocalizedText {
        switch minutes {
        case nil:
            LocalizedText(en: "Too many attempts. Try again later.", es: "Demasiados intentos. Inténtalo más tarde.")
        case 1:
            LocalizedText(
                en: "Too many attempts. Try again in 1 minute.", es: "Demasiados intentos. Inténtalo en 1 minuto.")
        case let minutes?:
            LocalizedText(
                en: "Too many attempts. Try again in \(minutes) minutes.",
                es: "Demasiados intentos. Inténtalo en \(minutes) minutos.")
        }
    }
}

/// Hears how attempts to log in end.
///
/// Calls come from any task; whoever logs in waits meanwhile. An attempt that
/// never reached the server counts as well; its error tells.
public protocol LoginObserving: Sendable {
    /// Somebody is logged in.
    func didLogIn(_ user: User) async
    /// An attempt failed.
    func didFailToLogIn(_ error: LoginError) async
}

/// Collects those who hear how attempts to log in end.
public enum LoginObservers: ExtensionPoint {
    /// An observer.
    public typealias Value = any LoginObserving
}
