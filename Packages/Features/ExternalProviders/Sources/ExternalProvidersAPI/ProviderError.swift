public import Localization
public import Presenting

/// Why nobody came in through a provider, or a way in couldn't be changed.
///
/// Nothing was changed then.
public enum ProviderError: Error, Hashable, Sendable {
    /// The server knows no such provider.
    case unknownProvider
    /// The attempt isn't known where the answer came, was answered already, or took
    /// too long.
    case over
    /// The person stopped at the provider.
    case cancelledThere
    /// The provider doesn't let the person in.
    case denied
    /// The person logged in at the provider too long ago to prove that it is them.
    case notRecentThere
    /// The server can't reach the provider, or it has no time.
    case providerUnavailable
    /// The server and the provider don't understand each other.
    case providerRefused
    /// What came back can't be believed.
    case notBelieved
    /// The provider doesn't say that the address is the person's.
    case addressNotVouched
    /// That account of the provider is linked with another account here.
    case linkedElsewhere
    /// The person has to prove the address of the account first.
    case addressNotProved
    /// The account has no such way in.
    case unknownWay
    /// It is the last way in.
    case lastWay
    /// The account has a second factor, for which this way doesn't ask.
    case factorRequired
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

extension ProviderError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .unknownProvider: "unknown_provider"
        case .over: "attempt_over"
        case .cancelledThere: "sign_in_cancelled"
        case .denied: "sign_in_denied"
        case .notRecentThere: "sign_in_not_recent"
        case .providerUnavailable: "provider_unavailable"
        case .providerRefused: "provider_refused"
        case .notBelieved: "answer_not_believed"
        case .addressNotVouched: "address_not_vouched"
        case .linkedElsewhere: "linked_elsewhere"
        case .addressNotProved: "email_not_verified"
        case .unknownWay: "unknown_way_in"
        case .lastWay: "last_way_in"
        case .factorRequired: "second_factor_required"
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
        case .unknownProvider, .over, .denied, .notRecentThere, .addressNotVouched, .linkedElsewhere, .addressNotProved,
            .unknownWay, .lastWay, .factorRequired, .impossible:
            .refused
        case .cancelledThere, .cancelled: .cancelled
        case .providerUnavailable, .connectivity, .busy: .connectivity
        case .providerRefused, .notBelieved, .server, .sessionNotStored: .fault
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn, .notRecent: [.logIn]
        case .addressNotVouched: [.register]
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
        case .over:
            LocalizedText(
                en: "This attempt to sign in is over: it took too long, was done before, or began in another browser. "
                    + "Nothing was changed. Begin anew.",
                es: "Este intento de inicio de sesión ha terminado: tardó demasiado, ya se hizo o empezó en otro "
                    + "navegador. No se cambió nada. Empieza de nuevo.")
        case .cancelledThere:
            LocalizedText(
                en: "You stopped at the provider. Nothing was changed, and nothing of it is kept.",
                es: "Lo dejaste en el proveedor. No se cambió nada y no se guarda nada de ello.")
        case .denied:
            LocalizedText(
                en: "The provider didn't let you in. Nothing was changed. Log in there first, or come in another way.",
                es: "El proveedor no te dejó entrar. No se cambió nada. Inicia sesión allí antes o entra de otra forma."
            )
        case .notRecentThere:
            LocalizedText(
                en:
                    "The provider says that you logged in there some time ago, which doesn't prove that it is you now. "
                    + "Nothing was changed, and you are still logged in here. Log out at the provider, begin anew, and log "
                    + "in there again.",
                es:
                    "El proveedor dice que iniciaste sesión allí hace un rato, y eso no demuestra que ahora seas tú. No se "
                    + "cambió nada y aquí sigues con la sesión iniciada. Cierra la sesión en el proveedor, empieza de nuevo "
                    + "y vuelve a iniciarla allí.")
        case .addressNotVouched:
            LocalizedText(
                en:
                    "The provider doesn't say that the email address is yours. Nothing was changed. Confirm it there, or "
                    + "come in another way and link the provider to your account.",
                es:
                    "El proveedor no dice que la dirección de correo sea tuya. No se cambió nada. Confírmala allí, o entra "
                    + "de otra forma y vincula el proveedor a tu cuenta.")
        default: plainText
        }
    }

    private var plainText: LocalizedText {
        switch self {
        case .unknownProvider:
            LocalizedText(
                en: "This server knows no such provider. Nothing was changed. Come in another way.",
                es: "Este servidor no conoce ese proveedor. No se cambió nada. Entra de otra forma.")
        case .providerUnavailable:
            LocalizedText(
                en: "The provider can't be reached. Nothing was changed. Try it again later, or come in another way.",
                es:
                    "No se puede contactar con el proveedor. No se cambió nada. Inténtalo más tarde o entra de otra forma."
            )
        case .providerRefused:
            LocalizedText(
                en:
                    "The provider and this server don't understand each other. Nothing was changed. Come in another way; "
                    + "whoever runs the server has to look.",
                es:
                    "El proveedor y este servidor no se entienden. No se cambió nada. Entra de otra forma; tiene que mirarlo "
                    + "quien administra el servidor.")
        case .notBelieved:
            LocalizedText(
                en:
                    "What came back from the provider can't be believed. Nothing was changed. Begin anew, or come in another "
                    + "way.",
                es:
                    "Lo que llegó del proveedor no es de fiar. No se cambió nada. Empieza de nuevo o entra de otra forma."
            )
        case .linkedElsewhere:
            LocalizedText(
                en:
                    "That account of the provider is linked with another account here. Nothing was changed. Log out and come "
                    + "in with it, or unlink it there.",
                es:
                    "Esa cuenta del proveedor está vinculada con otra cuenta de aquí. No se cambió nada. Cierra la sesión y "
                    + "entra con ella, o desvincúlala allí.")
        case .addressNotProved:
            LocalizedText(
                en: "Confirm the email address of your account first. Nothing was linked.",
                es: "Confirma antes la dirección de correo de tu cuenta. No se vinculó nada.")
        case .unknownWay:
            LocalizedText(
                en: "Your account has no such way in; perhaps it was taken away already.",
                es: "Tu cuenta no tiene esa forma de entrar; quizá ya se quitó.")
        case .lastWay:
            LocalizedText(
                en: "It is the last way into your account, so it stays. Set a password by mail first, or link another "
                    + "provider.",
                es:
                    "Es la última forma de entrar en tu cuenta, así que se queda. Antes pon una contraseña por correo o "
                    + "vincula otro proveedor.")
        case .factorRequired:
            LocalizedText(
                en: "Your account asks for a second factor as well, which this way can't. Nothing was changed. Log in "
                    + "with your password.",
                es:
                    "Tu cuenta pide además un segundo factor, y de esta forma no se puede. No se cambió nada. Inicia sesión "
                    + "con tu contraseña.")
        case .notRecent:
            LocalizedText(
                en: "You logged in some time ago. Log in once more, so that nobody else changes this.",
                es: "Iniciaste sesión hace un rato. Inicia sesión otra vez, para que nadie más cambie esto.")
        case .notLoggedIn: LocalizedText(en: "Log in first.", es: "Inicia sesión antes.")
        case .cancelled: LocalizedText(en: "Cancelled. Nothing was changed.", es: "Cancelado. No se cambió nada.")
        default:
            LocalizedText(
                en: "The server failed. Nothing was changed. Try it again later.",
                es: "El servidor falló. No se cambió nada. Inténtalo más tarde.")
        }
    }
}
