public import CoreModels
public import Localization
public import Presenting

/// Gives the account of the person who is logged in another address.
///
/// Calls may run at the same time. Nothing waits for a connection: a code counts for
/// minutes, and what was asked for in another hour may not be wanted any more.
public protocol AddressChanging: Sendable {
    /// Has a code sent to the new address; nothing is changed yet.
    ///
    /// Whether somebody else has the address isn't told: its owner gets another message
    /// then. What was sent before is worth nothing.
    ///
    /// - Parameter email: The new address as it was typed.
    /// - Throws: ``AddressChangeError``.
    func requestChange(to email: String) async throws(AddressChangeError)

    /// Changes the address to the one to which the code was sent.
    ///
    /// - Parameter code: The code as it was typed.
    /// - Returns: The person with the new address; the stored session knows it. The same for a code that was used, if this device hasn't heard of it.
    /// - Throws: ``AddressChangeError``. Nothing was changed by the call, unless the error
    ///   says otherwise.
    func confirmChange(with code: Secret) async throws(AddressChangeError) -> ChangedAddress
}

/// Why an address was not changed.
public enum AddressChangeError: Error, Hashable, Sendable {
    /// What was typed is no address; nothing was sent.
    case invalidAddress
    /// It is the address of the account already.
    case sameAddress
    /// What was typed is no code of 8 digits; nothing was sent.
    case malformedCode
    /// The code isn't the one that was sent last, or was tried too often.
    case wrongCode
    /// The code is too old.
    case expiredCode
    /// Nobody is logged in, or the session is over.
    case notLoggedIn
    /// The person has to prove once more who they are.
    case notRecent
    /// There were too many changes or tries; another one can be after this time, if it
    /// is known.
    case tooManyChanges(retryAfter: Duration?)
    /// The server can't be reached; the text says what is in the way. Nothing waits. If
    /// the connection broke before the answer came, it may be done already.
    case connectivity(LocalizedText)
    /// The server has no time now; the text says so, and until when if the server did.
    case busy(LocalizedText, retryAfter: Duration?)
    /// The request can't be made as things are on this device, and was not sent.
    case impossible(Obstacle)
    /// The server failed, or its answer can't be understood; it may be done already.
    case server
    /// The call was cancelled; if the request was on its way, it may be done already.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .invalidAddress:
            LocalizedText(en: "This is no email address.", es: "Esto no es una dirección de correo.")
        case .sameAddress:
            LocalizedText(en: "That is your address already.", es: "Esa ya es tu dirección.")
        case .malformedCode:
            LocalizedText(
                en: "This is no code of 8 digits. Look for it in the message that was sent to the new address.",
                es: "No es un código de 8 cifras. Búscalo en el mensaje que se envió a la dirección nueva.")
        case .wrongCode:
            LocalizedText(
                en: "This code doesn't count. Only the one in the newest message does, for five tries.",
                es: "Este código no vale. Solo vale el del mensaje más reciente, durante cinco intentos.")
        case .expiredCode: LocalizedText(en: "This code is too old.", es: "Este código ha caducado.")
        case .notLoggedIn: LocalizedText(en: "You are not logged in.", es: "No has iniciado sesión.")
        case .notRecent:
            LocalizedText(
                en: "You logged in some time ago. Log in once more. Nothing was changed yet.",
                es: "Iniciaste sesión hace un rato. Inicia sesión otra vez. Aún no se cambió nada.")
        case .tooManyChanges(let retryAfter?):
            LocalizedText(
                en: "Too many attempts. Try again in \(retryAfter.minutesToWait) min.",
                es: "Demasiados intentos. Inténtalo en \(retryAfter.minutesToWait) min.")
        case .tooManyChanges(nil):
            LocalizedText(en: "Too many attempts. Try again later.", es: "Demasiados intentos. Inténtalo más tarde.")
        case .connectivity(let text), .busy(let text, _): text
        case .impossible(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server could not change the address. Try again later.",
                es: "El servidor no pudo cambiar la dirección. Inténtalo más tarde.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }
}
