public import CoreModels
public import Localization
public import LoginAPI
public import Presenting

/// Makes accounts.
///
/// What was typed is checked for form first, all fields together: invalid data
/// costs no request and stores nothing. Only after success anything is stored,
/// and then only tokens, never the password. Calls may run at the same time.
public protocol Registering: Sendable {
    /// Whether the server makes no accounts, so that nobody types what it doesn't take;
    /// false also where it can't be asked now.
    func isClosed() async -> Bool

    /// Makes an account.
    ///
    /// - Parameters:
    ///   - form: What the person typed.
    ///   - start: Who was logged in when the person began; nil if they ask for it just now. If
    ///     somebody else has logged in since, they stay so, and the session of the new account ends.
    /// - Returns: Where the person goes next.
    /// - Throws: ``RegistrationError``; nothing is stored then.
    func register(
        _ form: RegistrationForm, since start: SessionBeginning.Start?
    ) async throws(RegistrationError) -> RegistrationOutcome
}

extension Registering {
    /// Makes an account for whoever asks for it just now.
    public func register(_ form: RegistrationForm) async throws(RegistrationError) -> RegistrationOutcome {
        try await register(form, since: nil)
    }
}

/// What a person types to get an account.
public struct RegistrationForm: Sendable {
    /// The name under which the person wants to appear.
    public let name: String
    /// The address as it was typed; empty with an invitation, which went to the address.
    public let email: String
    /// The password.
    public let password: Secret
    /// The link of an invitation, or its token; nil without one.
    public let invitation: Secret?

    /// Creates a form.
    public init(name: String, email: String, password: Secret) {
        self.name = name
        self.email = email
        self.password = password
        invitation = nil
    }

    /// Creates the form of somebody who is invited.
    public init(name: String, invitation: Secret, password: Secret) {
        self.name = name
        email = ""
        self.password = password
        self.invitation = invitation
    }
}

/// Where a person goes after making an account (D3).
public enum RegistrationOutcome: Hashable, Sendable {
    /// The account exists and the person is signed in, as unverified; the mail
    /// has to be looked at.
    case confirmation(User)
    /// The account exists; the person logs in.
    case logIn(User)
    /// The account exists and the person is signed in.
    case signedIn(User)
    /// The server doesn't say whether the account is new: the mail tells (D2,
    /// strict).
    case checkMail
}

/// Why an account could not be made.
public enum RegistrationError: Error, Hashable, Sendable {
    /// The address has an account already: log in, or recover the password.
    case emailAlreadyInUse
    /// The account was made a moment ago, with what the person typed before and what waited:
    /// log in by that.
    case madeBefore
    /// Fields that can't be accepted, in the order name, email, password.
    case invalidData([InvalidField])
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server has no time now; the text says so, and until when if the
    /// server did. Nothing waits for it.
    case busy(LocalizedText, retryAfter: Duration?)
    /// The server can't be reached, and the request waits on this device, sealed,
    /// for at most 24 hours (D9); the text says so.
    case waiting(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The server refuses to make more accounts for now.
    case abuseDetected(retryAfter: Duration?)
    /// The server has seen this very request before.
    case replayDetected
    /// The server makes no accounts.
    case closed
    /// The invitation was used, is too old, was taken back, or is none.
    case invitationOver
    /// The account exists, but its session can't be stored on this device; the
    /// text says why and what to do. Logging in is all that is left to do.
    case tokenStorageFailed(Obstacle)
    /// The server failed, or its answer can't be understood.
    case unknown
    /// The call was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .emailAlreadyInUse:
            LocalizedText(
                en: "Email already in use. Log in instead.", es: "El correo ya está en uso. Inicia sesión.")
        case .madeBefore:
            LocalizedText(
                en: "Your account is made with what you typed before, which was sent first. What you typed now was not "
                    + "taken: log in with the password of before.",
                es: "Tu cuenta está creada con lo que escribiste antes, que se envió primero. Lo de ahora no se tomó: "
                    + "inicia sesión con la contraseña de antes.")
        case .invalidData(let fields): Self.joined(fields.map(\.text))
        case .connectivity(let text), .busy(let text, _), .waiting(let text): text
        case .impossible(let obstacle): obstacle.text
        case .abuseDetected(let retryAfter?):
            Self.abuse(minutes: retryAfter.minutesToWait)
        case .abuseDetected(nil):
            LocalizedText(
                en: "Too many registrations. Try again later.", es: "Demasiados registros. Inténtalo más tarde.")
        case .replayDetected:
            LocalizedText(
                en: "The server has received this request before. Try again.",
                es: "El servidor ya había recibido esta petición. Inténtalo de nuevo.")
        case .closed:
            LocalizedText(
                en: "This server makes no new accounts without an invitation: whoever runs it has closed registration. "
                    + "No account was made.",
                es: "Este servidor no crea cuentas nuevas sin invitación: quien lo administra ha cerrado el registro. "
                    + "No se creó ninguna cuenta.")
        case .invitationOver:
            LocalizedText(
                en:
                    "This invitation isn't good: it was used, is too old, was taken back, or a newer one took its place. "
                    + "No account was made. Ask whoever runs the server for another one.",
                es: "Esta invitación no vale: se usó, ha caducado, se anuló o la sustituye otra más nueva. No se creó "
                    + "ninguna cuenta. Pide otra a quien administra el servidor.")
        case .tokenStorageFailed(let obstacle):
            LocalizedText(
                en: "Your account exists, but the session can't be kept here.",
                es: "Tu cuenta existe, pero la sesión no se puede guardar aquí.") + obstacle.text
        case .unknown:
            LocalizedText(
                en: "The server could not finish the registration. Nothing was stored here; try again later.",
                es: "El servidor no pudo terminar el registro. Aquí no se guardó nada; inténtalo más tarde.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }

    private static func abuse(minutes: Int) -> LocalizedText {
        guard minutes > 1 else {
            return LocalizedText(
                en: "Too many registrations. Try again in 1 minute.",
                es: "Demasiados registros. Inténtalo en 1 minuto.")
        }
        return LocalizedText(
            en: "Too many registrations. Try again in \(minutes) minutes.",
            es: "Demasiados registros. Inténtalo en \(minutes) minutos.")
    }

    private static func joined(_ texts: [LocalizedText]) -> LocalizedText {
        texts.dropFirst().reduce(texts.first ?? LocalizedText(verbatim: "")) { $0 + $1 }
    }
}
