public import Localization
public import Presenting

/// Why a device wasn't let in by a browser elsewhere.
///
/// Nobody is logged in then who wasn't before.
public enum DeviceLoginError: Error, Hashable, Sendable {
    /// The person refused it elsewhere.
    case refused
    /// Nobody decided in time, or what let it in is over.
    case expired
    /// The server has no such way in.
    case notOffered
    /// Nobody waits with this code, or not any more.
    case unknownCode
    /// The address of the account has to be proved first.
    case emailNotVerified
    /// The person logged in too long ago for this, or without the second factor, and has
    /// to do so once more.
    case notRecent
    /// Nobody is logged in.
    case notLoggedIn
    /// The server can't be reached; the text says why.
    case connectivity(LocalizedText)
    /// The server asks for patience; the text says for how long.
    case busy(LocalizedText)
    /// Something on this device is in the way.
    case impossible(Obstacle)
    /// What answers is no server of this service, or it failed.
    case server
    /// The session couldn't be kept.
    case sessionNotStored(Obstacle)
    /// The call was cancelled.
    case cancelled
    /// The call was cancelled while the server was asked, so that a session may have
    /// begun that nobody has.
    case cancelledMeanwhile
}

extension DeviceLoginError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .refused: "access_denied"
        case .expired: "expired_token"
        case .notOffered: "device_login_unavailable"
        case .unknownCode: "unknown_user_code"
        case .emailNotVerified: "email_not_verified"
        case .notRecent: "insufficient_user_authentication"
        case .notLoggedIn: "not_logged_in"
        case .connectivity: "no_connectivity"
        case .busy: "busy"
        case .impossible(let obstacle): obstacle.code
        case .server: "server_failure"
        case .sessionNotStored: "token_storage_failed"
        case .cancelled, .cancelledMeanwhile: "cancelled"
        }
    }

    /// What kind of failure it is.
    public var nature: FailureNature {
        switch self {
        case .refused, .cancelled, .cancelledMeanwhile: .cancelled
        case .notLoggedIn, .notRecent: .credentials
        case .expired, .notOffered, .unknownCode, .emailNotVerified, .impossible: .refused
        case .connectivity, .busy: .connectivity
        case .server, .sessionNotStored: .fault
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn, .notRecent: [.logIn]
        case .emailNotVerified: [.verify, .resend]
        case .impossible(let obstacle), .sessionNotStored(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// What happened, what was kept and what to do.
    public var text: LocalizedText {
        switch self {
        case .connectivity(let text), .busy(let text): text
        case .impossible(let obstacle), .sessionNotStored(let obstacle): obstacle.text
        default: plainText
        }
    }

    private var plainText: LocalizedText {
        switch self {
        case .refused:
            LocalizedText(
                en: "You didn't let this device in. Nothing was changed.",
                es: "No dejaste entrar a este dispositivo. No se cambió nada.")
        case .expired:
            LocalizedText(
                en: "The code isn't good any more, and nobody is logged in by it. Begin anew when you are ready.",
                es: "El código ya no vale y no inició ninguna sesión. Empieza de nuevo cuando quieras.")
        case .notOffered:
            LocalizedText(
                en: "This server doesn't let devices in by a browser elsewhere. Log in with your password.",
                es: "Este servidor no deja entrar a dispositivos desde otro navegador. Inicia sesión con tu contraseña."
            )
        case .unknownCode:
            LocalizedText(
                en: "No device waits with this code, or not any more. Compare it with what the device shows.",
                es: "Ningún dispositivo espera con este código, o ya no. Compáralo con lo que muestra el dispositivo.")
        case .emailNotVerified:
            LocalizedText(
                en: "Confirm the email address of your account first. Nothing was changed.",
                es: "Confirma antes la dirección de correo de tu cuenta. No se cambió nada.")
        case .notRecent:
            LocalizedText(
                en: "You logged in some time ago. Log in once more, so that nobody else lets a device in.",
                es: "Iniciaste sesión hace un rato. Inicia sesión otra vez, para que nadie más deje entrar a un "
                    + "dispositivo.")
        case .notLoggedIn: LocalizedText(en: "Log in first.", es: "Inicia sesión antes.")
        case .cancelled:
            LocalizedText(
                en: "Cancelled. Nobody was logged in here, and the code is of no use to anybody else.",
                es: "Cancelado. Aquí no se inició ninguna sesión, y el código no le sirve a nadie más.")
        case .cancelledMeanwhile:
            LocalizedText(
                en: "Cancelled, and nobody is logged in here. If you let this device in a moment ago, it may be among "
                    + "your devices: end it there.",
                es: "Cancelado; aquí no hay ninguna sesión iniciada. Si dejaste entrar a este dispositivo hace un "
                    + "momento, puede estar entre tus dispositivos: termínalo allí.")
        default:
            LocalizedText(
                en: "The server failed. Nobody was logged in; try again later.",
                es: "El servidor falló. No se inició ninguna sesión; inténtalo más tarde.")
        }
    }
}
