public import CoreModels
public import Localization
import MailedProofsAPI
public import Presenting

/// Proves that the address of an account belongs to a person, by the link or the
/// code that was sent to it.
public protocol AddressConfirming: Sendable {
    /// Confirms an address.
    ///
    /// Without a connection, and when the session turns out to be over, the
    /// code waits on this device, sealed, for at most ten minutes.
    ///
    /// - Parameters:
    ///   - code: The code as it was typed; or the link, whole or its token.
    ///   - email: The address, where somebody types a code who isn't logged in: a
    ///     server may want it confirmed first. nil for the person who is.
    ///   - password: That of the account, where it is confirmed by somebody who isn't logged in: that they
    ///     read its mail doesn't tell that they made it. It waits with the code, sealed. nil for the person
    ///     who is.
    /// - Returns: The person, now verified; the stored session knows it.
    /// - Throws: ``AddressConfirmationError``; ``AddressConfirmationError/passwordNeeded`` before the
    ///   proof counts as a try.
    func confirm(
        code: String, email: String?, password: Secret?
    ) async throws(AddressConfirmationError) -> User

    /// Asks for another message; what was sent before is worth nothing then.
    ///
    /// - Parameter email: The address, where somebody else or nobody is logged
    ///   in. Whether it has an account isn't told.
    /// - Returns: What becomes of it.
    /// - Throws: ``AddressConfirmationError``.
    @discardableResult
    func resend(email: String?) async throws(AddressConfirmationError) -> ResendOutcome
}

extension AddressConfirming {
    /// Confirms the address of the person who is logged in.
    public func confirm(code: String) async throws(AddressConfirmationError) -> User {
        try await confirm(code: code, email: nil, password: nil)
    }

    /// Asks for another message to the person who is logged in.
    @discardableResult
    public func resend() async throws(AddressConfirmationError) -> ResendOutcome {
        try await resend(email: nil)
    }
}

/// What becomes of the wish for another message.
public enum ResendOutcome: Hashable, Sendable {
    /// Who needs one gets it, unless there were enough lately.
    case asked
    /// The person who is logged in got enough of them lately; nothing is sent.
    case tooSoon
    /// The person who is logged in has confirmed the address; nothing is sent.
    case alreadyConfirmed(User)
}

/// Why an address could not be confirmed.
public enum AddressConfirmationError: Error, Hashable, Sendable {
    /// What was typed is neither a code of 8 digits nor a link; nothing was
    /// sent.
    case malformedCode
    /// The address that was named is none; nothing was sent.
    case invalidEmail
    /// The code isn't the one that was sent last, or was tried too often.
    case wrongCode
    /// The code isn't the one that was sent last, was tried too often, was used or is too old; or the password
    /// that went with it isn't that of the account: which, nobody is told who may be a stranger (D2).
    case wrongCodeOrPassword
    /// The code or the link is too old.
    case expiredCode
    /// The code or the link was used before.
    case usedCode
    /// Nobody knows the link, or another message took its place.
    case unknownLink
    /// The link is for something else, or for another account than the one
    /// that is logged in.
    case foreignLink
    /// Nobody is logged in to the account on this device, so its password goes with the proof.
    case passwordNeeded
    /// The link counts, and the password isn't that of its account.
    case wrongPassword
    /// The person has to log in for this.
    case notLoggedIn
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server has no time now; the text says so, and until when if the
    /// server did. Nothing waits for it.
    case busy(LocalizedText, retryAfter: Duration?)
    /// The server can't be reached, and the code waits; the text says so.
    case waiting(LocalizedText)
    /// The session is over, and the code waits until the person logs in again;
    /// the text says so.
    case interrupted(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The server failed, or its answer can't be understood.
    case server
    /// The call was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .malformedCode:
            LocalizedText(
                en: "This is neither a code of 8 digits nor a link. Look for them in the message that was sent to you.",
                es: "No es un código de 8 cifras ni un enlace. Búscalos en el mensaje que se te envió.")
        case .invalidEmail: MailedProofTexts.invalidEmail
        case .wrongCode:
            LocalizedText(
                en: "This code doesn't count. Only the one in the newest message does, for five tries.",
                es: "Este código no vale. Solo vale el del mensaje más reciente, durante cinco intentos.")
        case .wrongCodeOrPassword:
            LocalizedText(
                en: "Either this code doesn't count, or it isn't the password of the account. Only the code in the "
                    + "newest message counts, once, for some minutes and five tries. Whoever confirmed already can log "
                    + "in.",
                es: "O este código no vale, o no es la contraseña de la cuenta. Solo vale el código del mensaje más "
                    + "reciente, una vez, durante unos minutos y cinco intentos. Quien ya confirmó puede iniciar sesión."
            )
        case .expiredCode:
            LocalizedText(en: "This code or link is too old.", es: "Este código o enlace ha caducado.")
        case .usedCode:
            LocalizedText(
                en: "This code or link has confirmed your address already. There is nothing left to do.",
                es: "Este código o enlace ya confirmó tu dirección. No queda nada por hacer.")
        case .unknownLink:
            LocalizedText(
                en: "This link doesn't count. Only the one in the newest message does.",
                es: "Este enlace no vale. Solo vale el del mensaje más reciente.")
        case .foreignLink:
            LocalizedText(
                en: "This link is for another account, or for something else.",
                es: "Este enlace es para otra cuenta o para otra cosa.")
        case .passwordNeeded:
            LocalizedText(
                en: "To confirm the address of this account from here, its password is needed, too.",
                es: "Para confirmar desde aquí la dirección de esta cuenta también hace falta su contraseña.")
        case .wrongPassword:
            LocalizedText(en: "This isn't the password of the account.", es: "No es la contraseña de la cuenta.")
        case .notLoggedIn: LocalizedText(en: "You have to log in for this.", es: "Para esto debes iniciar sesión.")
        case .connectivity(let text), .busy(let text, _), .waiting(let text),
            .interrupted(let text):
            text
        case .impossible(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server could not confirm the address. Try again later.",
                es: "El servidor no pudo confirmar la dirección. Inténtalo más tarde.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }
}
