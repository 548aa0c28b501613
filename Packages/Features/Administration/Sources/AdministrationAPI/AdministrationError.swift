public import Localization
public import Presenting

/// Why somebody can't be, or act as, an administrator.
public enum AdministrationError: Error, Hashable, Sendable {
    /// The person is no administrator.
    case notAdministrator
    /// Nobody is logged in, or the session is over.
    case notLoggedIn
    /// The person has to log in once more.
    case authenticationNeeded
    /// The person has to prove the address of the account first.
    case addressNotProved
    /// The invitation isn't known, was used, or is too old.
    case invitationOver
    /// It can't be done now; the text says why.
    case unavailable(LocalizedText)
    /// The request can't be made as things are.
    case impossible(Obstacle)
    /// The server failed, or its answer can't be understood.
    case server
    /// The call was cancelled.
    case cancelled
}

extension AdministrationError: PresentableError {
    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .notAdministrator:
            LocalizedText(
                en: "You are no administrator of this server. Nothing was changed.",
                es: "No administras este servidor. No se cambió nada.")
        case .notLoggedIn: LocalizedText(en: "You are not logged in.", es: "No has iniciado sesión.")
        case .authenticationNeeded:
            LocalizedText(
                en: "This takes a login of the last minutes. Log in once more; nothing was changed yet.",
                es: "Esto exige haber iniciado sesión hace pocos minutos. Iníciala otra vez; aún no se cambió nada.")
        case .addressNotProved:
            LocalizedText(
                en: "Confirm the email address of your account first. Nothing was changed.",
                es: "Confirma antes la dirección de correo de tu cuenta. No se cambió nada.")
        case .invitationOver:
            LocalizedText(
                en: "This invitation isn't good any more: it was used, is too old, or wasn't copied whole. Nothing was "
                    + "changed. Ask whoever runs the server for another one.",
                es:
                    "Esta invitación ya no vale: se usó, es demasiado antigua o no se copió entera. No se cambió nada. Pide "
                    + "otra a quien tiene la máquina del servidor.")
        case .unavailable(let text): text
        case .impossible(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server could not do that. See what is so before you try again.",
                es: "El servidor no pudo hacerlo. Mira cómo está todo antes de intentarlo de nuevo.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }

    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .notAdministrator: "not_administrator"
        case .notLoggedIn: "not_logged_in"
        case .authenticationNeeded: "insufficient_user_authentication"
        case .addressNotProved: "email_not_verified"
        case .invitationOver: "invitation_over"
        case .unavailable: "no_connectivity"
        case .impossible(let obstacle): obstacle.code
        case .server: "server_error"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .notLoggedIn, .authenticationNeeded: .credentials
        case .notAdministrator, .addressNotProved, .invitationOver, .impossible: .refused
        case .unavailable: .connectivity
        case .server: .fault
        case .cancelled: .cancelled
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn, .authenticationNeeded: [.logIn]
        case .addressNotProved: [.verify, .resend]
        case .impossible(let obstacle): obstacle.nextSteps
        default: []
        }
    }
}
