public import Localization
public import Presenting

/// Why nobody was logged in with a passkey, or passkeys couldn't be changed.
///
/// Nothing was changed then.
public enum PasskeyError: Error, Hashable, Sendable {
    /// There are no passkeys for the address of the server.
    case unavailable
    /// No authenticator was asked: the page runs no scripts.
    case noAnswer
    /// Nobody has the passkey, or it didn't sign the answer.
    case refused
    /// What the browser gave is no answer to the question.
    case invalid
    /// The authenticator didn't make sure that it is the person.
    case unverified
    /// It answered as an older copy of it would, and lets nobody in any more.
    case copied
    /// The question is too old, or was answered.
    case over
    /// It is kept already.
    case known
    /// There are as many as there may be.
    case tooMany
    /// The name can't be shown.
    case invalidName
    /// The person has no such passkey.
    case unknown
    /// It is the last way in.
    case lastWay
    /// The person has to prove the address of the account first.
    case addressNotProved
    /// The person logged in too long ago for this, and has to do so once more.
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
}

extension PasskeyError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .unavailable: "passkeys_unavailable"
        case .noAnswer: "passkey_not_asked"
        case .refused: "passkey_refused"
        case .invalid: "passkey_invalid"
        case .unverified: "passkey_unverified"
        case .copied: "passkey_copied"
        case .over: "passkey_question_over"
        case .known: "passkey_known"
        case .tooMany: "too_many_passkeys"
        case .invalidName: "invalid_name"
        case .unknown: "unknown_passkey"
        case .lastWay: "last_way_in"
        case .addressNotProved: "email_not_verified"
        case .notRecent: "insufficient_user_authentication"
        case .notLoggedIn: "not_logged_in"
        case .connectivity: "no_connectivity"
        case .busy: "server_busy"
        case .impossible(let obstacle): obstacle.code
        case .server: "server_error"
        case .sessionNotStored: "token_storage_failed"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .notLoggedIn, .notRecent: .credentials
        case .unavailable, .noAnswer, .refused, .invalid, .unverified, .copied, .over, .known, .tooMany, .unknown,
            .lastWay, .addressNotProved, .impossible:
            .refused
        case .invalidName: .input
        case .cancelled: .cancelled
        case .connectivity, .busy: .connectivity
        case .server, .sessionNotStored: .fault
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn, .notRecent: [.logIn]
        case .addressNotProved: [.verify, .resend]
        case .lastWay: [.recover]
        case .impossible(let obstacle), .sessionNotStored(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// What happened, what was kept and what to do.
    public var text: LocalizedText {
        switch self {
        case .connectivity(let text), .busy(let text): text
        case .impossible(let obstacle), .sessionNotStored(let obstacle): obstacle.text
        case .refused:
            LocalizedText(
                en:
                    "This passkey isn't known here, perhaps since it was removed, or its answer doesn't hold. Nobody was "
                    + "let in. Come in another way.",
                es: "Esta llave de acceso no se conoce aquí, quizá porque se quitó, o su respuesta no vale. No entró "
                    + "nadie. Entra de otra forma.")
        case .unverified:
            LocalizedText(
                en:
                    "The authenticator didn't make sure that it is you. Nothing was changed. Set up its PIN, fingerprint "
                    + "or face, and try again.",
                es: "El autenticador no comprobó que seas tú. No se cambió nada. Configura su PIN, huella o cara e "
                    + "inténtalo de nuevo.")
        case .copied:
            LocalizedText(
                en:
                    "This passkey answered as an older copy of it would, so it lets nobody in any more. Come in another "
                    + "way, remove it, and make a new one.",
                es:
                    "Esta llave de acceso respondió como lo haría una copia antigua, así que ya no deja entrar a nadie. "
                    + "Entra de otra forma, quítala y crea otra.")
        case .over:
            LocalizedText(
                en: "That took too long, or was done already. Nothing was changed; try it again.",
                es: "Eso tardó demasiado o ya se hizo. No se cambió nada; inténtalo de nuevo.")
        default: plainText
        }
    }

    private var plainText: LocalizedText {
        switch self {
        case .unavailable:
            LocalizedText(
                en: "There are no passkeys on this server: they need a web address with a name, which its operator "
                    + "sets with server.public_url.",
                es: "En este servidor no hay llaves de acceso: necesitan una dirección web con nombre, que pone quien "
                    + "lo administra con server.public_url.")
        case .noAnswer:
            LocalizedText(
                en:
                    "Passkeys need scripts: without, no page can ask for one. Nothing was changed. Allow scripts of this "
                    + "server, or come in another way.",
                es: "Las llaves de acceso necesitan scripts: sin ellos, ninguna página puede pedir una. No se cambió "
                    + "nada. Permite los scripts de este servidor o entra de otra forma.")
        case .invalid:
            LocalizedText(
                en:
                    "What the browser gave is no answer of a passkey for this server. Nothing was changed. Open the page "
                    + "at the server's own address, and try again.",
                es:
                    "Lo que dio el navegador no es una respuesta de una llave de acceso para este servidor. No se cambió "
                    + "nada. Abre la página en la dirección propia del servidor e inténtalo de nuevo.")
        case .known:
            LocalizedText(
                en: "This passkey is kept already. Nothing was changed.",
                es: "Esta llave de acceso ya está guardada. No se cambió nada.")
        case .tooMany:
            LocalizedText(
                en: "You have as many passkeys as there may be. Nothing was changed; remove one first.",
                es: "Tienes tantas llaves de acceso como puede haber. No se cambió nada; quita una antes.")
        case .invalidName:
            LocalizedText(
                en: "A name has 1 to 64 characters that can be seen. Nothing was changed.",
                es: "Un nombre tiene de 1 a 64 caracteres visibles. No se cambió nada.")
        case .unknown:
            LocalizedText(
                en: "You have no such passkey; perhaps it was removed already.",
                es: "No tienes esa llave de acceso; quizá ya se quitó.")
        case .lastWay:
            LocalizedText(
                en: "It is the last way into your account, so it stays. Set a password by mail first, or make another "
                    + "passkey.",
                es:
                    "Es la última forma de entrar en tu cuenta, así que se queda. Antes pon una contraseña por correo o "
                    + "crea otra llave de acceso.")
        case .addressNotProved:
            LocalizedText(
                en: "Confirm the email address of your account first. Nothing was changed.",
                es: "Confirma antes la dirección de correo de tu cuenta. No se cambió nada.")
        case .notRecent:
            LocalizedText(
                en: "You logged in some time ago. Log in once more, so that nobody else changes this.",
                es: "Iniciaste sesión hace un rato. Inicia sesión otra vez, para que nadie más cambie esto.")
        case .notLoggedIn: LocalizedText(en: "Log in first.", es: "Inicia sesión antes.")
        case .cancelled: LocalizedText(en: "Cancelled. Nothing was changed.", es: "Cancelado. No se cambió nada.")
        default:
            LocalizedText(
                en: "The server failed. See what there is before you try it again.",
                es: "El servidor falló. Mira lo que hay antes de intentarlo de nuevo.")
        }
    }
}
