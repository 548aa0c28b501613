import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import PasskeysContract
import SQLStoreAPI
import SessionsServiceAPI

extension HTTPProblem {
    /// What is answered where something wasn't done.
    init(refusing error: any Error) {
        switch error {
        case let problem as HTTPProblem: self = problem
        case SessionsError.proofRefused(let problem), SessionsError.notAdmitted(let problem): self = problem
        // The passkey was removed meanwhile, or used elsewhere.
        case SessionsError.overtaken: self = .passkeyRefused
        case let failure as CeremonyFailure: self.init(failure)
        case let refusal as PasskeyDesk.Refusal: self.init(refusal)
        default: self = .unavailable(retryAfter: .seconds(5))
        }
    }

    private init(_ failure: CeremonyFailure) {
        switch failure {
        case .wrongSignature: self = .passkeyRefused
        case .wrongChallenge, .over: self = .questionOver
        case .nobodyPresent, .notVerified: self = .passkeyUnverified
        case .malformed, .wrongKind, .wrongOrigin, .framed, .wrongParty, .impossibleBackup, .nothingMade, .wrongKey,
            .wrongStatement, .longIdentifier:
            self = .passkeyInvalid
        }
    }

    private init(_ refusal: PasskeyDesk.Refusal) {
        self =
            switch refusal {
            case .unknown: .passkeyRefused
            case .copied: .passkeyCopied
            case .known: .passkeyKnown
            case .tooMany: .tooManyPasskeys
            case .lastWay: .lastWay
            }
    }

    private init(_ status: HTTPStatus, _ code: PasskeysContract.Code, _ title: LocalizedText) {
        self.init(status: status, code: code.rawValue, title: title)
    }

    /// 501: browsers have no passkeys for the address of this server.
    static let passkeysUnavailable = HTTPProblem(
        .notImplemented, .passkeysUnavailable,
        LocalizedText(
            en: "This server has no web address for which there are passkeys.",
            es: "Este servidor no tiene una dirección web para la que haya llaves de acceso."))

    /// 401: nobody has the passkey, or it didn't sign the answer.
    static let passkeyRefused = HTTPProblem(
        .unauthorized, .passkeyRefused,
        LocalizedText(
            en: "This passkey isn't known here, or its answer doesn't hold. Come in another way.",
            es: "Esta llave de acceso no se conoce aquí, o su respuesta no vale. Entra de otra forma."))

    /// 422: what came isn't an answer to what was asked.
    static let passkeyInvalid = HTTPProblem(
        .unprocessableContent, .passkeyInvalid,
        LocalizedText(
            en: "What the browser sent is no answer of a passkey for this server. Nothing was changed.",
            es: "Lo que envió el navegador no es una respuesta de una llave de acceso para este servidor. No se cambió "
                + "nada."))

    /// 403: it wasn't made sure that it is the person.
    static let passkeyUnverified = HTTPProblem(
        .forbidden, .passkeyUnverified,
        LocalizedText(
            en:
                "The authenticator didn't make sure that it is you. Set up its PIN, fingerprint or face, and try again.",
            es: "El autenticador no comprobó que seas tú. Configura su PIN, huella o cara e inténtalo de nuevo."))

    /// 403: it answers as an older copy would.
    static let passkeyCopied = HTTPProblem(
        .forbidden, .passkeyCopied,
        LocalizedText(
            en:
                "This passkey answered as an older copy of it would, so it lets nobody in any more. Come in another way, "
                + "and remove it.",
            es:
                "Esta llave de acceso respondió como lo haría una copia antigua, así que ya no deja entrar a nadie. Entra "
                + "de otra forma y quítala."))

    /// 410: the question is too old, was answered, or was for somebody else.
    static let questionOver = HTTPProblem(
        .gone, .questionOver,
        LocalizedText(
            en: "That took too long, or was done already. Nothing was changed; begin anew.",
            es: "Eso tardó demasiado o ya se hizo. No se cambió nada; empieza de nuevo."))

    /// 409: it is kept already.
    static let passkeyKnown = HTTPProblem(
        .conflict, .passkeyKnown,
        LocalizedText(en: "This passkey is kept already.", es: "Esta llave de acceso ya está guardada."))

    /// 409: there are as many as there may be.
    static let tooManyPasskeys = HTTPProblem(
        .conflict, .tooManyPasskeys,
        LocalizedText(
            en: "You have \(PasskeyDesk.limit) passkeys, and can have no more. Remove one first.",
            es: "Tienes \(PasskeyDesk.limit) llaves de acceso y no puedes tener más. Quita una antes."))

    /// 404: the person has no such passkey.
    static let unknownPasskey = HTTPProblem(
        .notFound, .unknownPasskey,
        LocalizedText(en: "You have no such passkey.", es: "No tienes esa llave de acceso."))

    /// 409: it is the last way in.
    static let lastWay = HTTPProblem(
        .conflict, .lastWay,
        LocalizedText(
            en: "It is the last way into your account, so it stays. Set a password first, or make another passkey.",
            es:
                "Es la última forma de entrar en tu cuenta, así que se queda. Antes pon una contraseña o crea otra llave."
        ))
}

extension FieldProblem {
    /// A name that can't be shown.
    static let invalidName = FieldProblem(
        pointer: "/name", code: "invalid_name",
        reason: LocalizedText(
            en: "A name has 1 to \(PasskeysContract.nameLimit) characters that can be seen.",
            es: "Un nombre tiene de 1 a \(PasskeysContract.nameLimit) caracteres visibles."))
}
