import ExternalProvidersContract
import HTTPServingAPI
import HTTPTypes
import Localization
import SessionsServiceAPI

extension ProviderSignIn.Refusal {
    /// What logs say.
    var reason: String {
        switch self {
        case .unknownProvider: "unknown provider"
        case .over: "the attempt is over"
        case .cancelled: "cancelled at the provider"
        case .denied(let word): word
        case .failed(let failure): "\(failure)"
        case .addressNotVouched: "the provider doesn't vouch for the address"
        case .linkedElsewhere: "linked with another account"
        case .notRecentThere: "logged in at the provider some time ago"
        }
    }

    /// Whether it stays so until an operator has looked.
    var concernsOperator: Bool {
        guard case .failed(let failure) = self else { return false }
        return switch failure {
        case .clientRefused, .malfunction, .untrusted: true
        case .unreachable, .codeRefused, .cancelled: false
        }
    }
}

extension HTTPProblem {
    /// What is answered to who isn't in.
    init(refusing error: any Error) {
        switch error {
        case let problem as HTTPProblem: self = problem
        case SessionsError.proofRefused(let problem), SessionsError.notAdmitted(let problem): self = problem
        case SessionsError.overtaken: self = .attemptOver
        case let refusal as ProviderSignIn.Refusal: self.init(refusal)
        default: self = .unavailable(retryAfter: .seconds(5))
        }
    }

    private init(_ refusal: ProviderSignIn.Refusal) {
        self =
            switch refusal {
            case .unknownProvider: .unknownProvider
            case .over: .attemptOver
            case .cancelled: .signInCancelled
            case .denied: .signInDenied
            case .failed(.unreachable), .failed(.cancelled): .providerUnavailable
            case .failed(.malfunction), .failed(.clientRefused): .providerRefused
            case .failed(.codeRefused): .attemptOver
            case .failed(.untrusted): .answerNotBelieved
            case .addressNotVouched: .addressNotVouched
            case .linkedElsewhere: .linkedElsewhere
            case .notRecentThere: .signInNotRecent
            }
    }

    private init(_ status: HTTPStatus, _ code: ExternalProvidersContract.Code, _ title: LocalizedText) {
        self.init(status: status, code: code.rawValue, title: title)
    }

    /// As the gate has it answered, without its ticket.
    static let secondFactorRequired = HTTPProblem(
        .forbidden, .secondFactorRequired,
        LocalizedText(
            en: "The code of your second factor is needed as well.",
            es: "También hace falta el código de tu segundo factor."))

    static let unknownProvider = HTTPProblem(
        .notFound, .unknownProvider,
        LocalizedText(en: "This server knows no such provider.", es: "Este servidor no conoce ese proveedor."))

    /// 400: what somebody told for a provider isn't believed.
    static let noticeRefused = HTTPProblem(
        status: .badRequest, code: ExternalProvidersContract.NoticeCode.noticeRefused.rawValue,
        title: LocalizedText(
            en: "This isn't what the provider says, or it was said before. Nothing was changed.",
            es: "Esto no es lo que dice el proveedor, o ya se dijo antes. No se cambió nada."),
        // OpenID Connect Back-Channel Logout 1.0, section 2.8, and RFC 8935, section 2.3.
        fields: [.cacheControl: "no-store"], members: ["error": "invalid_request", "err": "invalid_request"])

    /// 404: nobody got that code.
    static let unknownDeletion = HTTPProblem(
        status: .notFound, code: ExternalProvidersContract.NoticeCode.unknownDeletion.rawValue,
        title: LocalizedText(
            en: "Nothing was deleted here under that code.", es: "Aquí no se borró nada con ese código."))

    static let attemptOver = HTTPProblem(
        .gone, .attemptOver,
        LocalizedText(
            en: "This attempt to sign in is over. Nothing was changed; begin anew.",
            es: "Este intento de inicio de sesión ha terminado. No se cambió nada; empieza de nuevo."))

    static let signInCancelled = HTTPProblem(
        .forbidden, .signInCancelled,
        LocalizedText(
            en: "You stopped at the provider. Nothing was changed.",
            es: "Lo dejaste en el proveedor. No se cambió nada."))

    static let signInDenied = HTTPProblem(
        .forbidden, .signInDenied,
        LocalizedText(
            en: "The provider didn't let you in. Nothing was changed; log in there first.",
            es: "El proveedor no te dejó entrar. No se cambió nada; inicia sesión allí antes."))

    static let signInNotRecent = HTTPProblem(
        .forbidden, .signInNotRecent,
        LocalizedText(
            en:
                "The provider says that you logged in there some time ago. Nothing was changed; log out there, begin "
                + "anew, and log in there again.",
            es:
                "El proveedor dice que iniciaste sesión allí hace un rato. No se cambió nada; cierra allí la sesión, "
                + "empieza de nuevo y vuelve a iniciarla."))

    static let providerUnavailable = HTTPProblem(
        .badGateway, .providerUnavailable,
        LocalizedText(
            en: "The provider can't be reached. Nothing was changed; try again later.",
            es: "No se puede contactar con el proveedor. No se cambió nada; inténtalo más tarde."))

    static let providerRefused = HTTPProblem(
        .badGateway, .providerRefused,
        LocalizedText(
            en:
                "The provider and this server don't understand each other. Nothing was changed; whoever runs the server "
                + "has to look.",
            es:
                "El proveedor y este servidor no se entienden. No se cambió nada; tiene que mirarlo quien administra el "
                + "servidor."))

    static let answerNotBelieved = HTTPProblem(
        .badGateway, .answerNotBelieved,
        LocalizedText(
            en: "What came back from the provider can't be believed. Nothing was changed; begin anew.",
            es: "Lo que llegó del proveedor no es de fiar. No se cambió nada; empieza de nuevo."))

    static let addressNotVouched = HTTPProblem(
        .forbidden, .addressNotVouched,
        LocalizedText(
            en:
                "The provider doesn't say that the email address is yours. Nothing was changed; confirm it there, or make "
                + "an account with a password and link the provider to it.",
            es:
                "El proveedor no dice que la dirección de correo sea tuya. No se cambió nada; confírmala allí, o crea una "
                + "cuenta con contraseña y vincúlale el proveedor."))

    static let linkedElsewhere = HTTPProblem(
        .conflict, .linkedElsewhere,
        LocalizedText(
            en: "That account of the provider is linked with another account here. Nothing was changed.",
            es: "Esa cuenta del proveedor está vinculada con otra cuenta de aquí. No se cambió nada."))

    static let unknownWay = HTTPProblem(
        .notFound, .unknownWay,
        LocalizedText(en: "Your account has no such way in.", es: "Tu cuenta no tiene esa forma de entrar."))

    static let lastWay = HTTPProblem(
        .conflict, .lastWay,
        LocalizedText(
            en: "It is the last way into your account, so it stays. Set a password first, or link another provider.",
            es: "Es la última forma de entrar en tu cuenta, así que se queda. Antes pon una contraseña o vincula otro "
                + "proveedor."))
}
