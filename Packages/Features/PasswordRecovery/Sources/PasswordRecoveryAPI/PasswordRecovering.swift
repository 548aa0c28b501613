public import CaptchaAPI
public import CoreModels
public import Localization
public import Presenting

/// Gives people another password who don't know theirs, by a link or a code
/// that is mailed to them.
///
/// Nobody is logged in for this, and nothing is stored on the device.
public protocol PasswordRecovering: Sendable {
    /// Asks for a message with a link and a code; what was sent before is worth
    /// nothing then.
    ///
    /// - Parameters:
    ///   - email: The address as it was typed. Whether it has an account isn't
    ///     told.
    ///   - captcha: The answer to the challenge of
    ///     ``PasswordRecoveryError/captchaRequired(_:)``; nil before there was
    ///     one.
    /// - Throws: ``PasswordRecoveryError``.
    func requestReset(email: String, captcha: Secret?) async throws(PasswordRecoveryError)

    /// Sets another password; all sessions end, on this device too.
    ///
    /// - Parameters:
    ///   - proof: The code as it was typed; or the link, whole or its token.
    ///   - email: The address, which a code needs.
    ///   - password: The new password.
    /// - Throws: ``PasswordRecoveryError``; the password is as it was, unless
    ///   the server could not be understood.
    func reset(
        with proof: String, email: String?, to password: Secret
    ) async throws(PasswordRecoveryError)
}

extension PasswordRecovering {
    /// Asks for a message without an answer to a CAPTCHA.
    public func requestReset(email: String) async throws(PasswordRecoveryError) {
        try await requestReset(email: email, captcha: nil)
    }
}

/// Why a password could not be recovered.
public enum PasswordRecoveryError: Error, Hashable, Sendable {
    /// What was typed is no email address; nothing was sent.
    case invalidEmail
    /// What was typed is neither a code of 8 digits nor a link; nothing was
    /// sent.
    case malformedProof
    /// A code was typed without the address it was sent to; nothing was sent.
    case emailNeeded
    /// The password can't be accepted: everything that is wrong with it, and
    /// what would be better. The link or the code counts still.
    case weakPassword([LocalizedText])
    /// The code isn't the one that was sent last, or was tried too often.
    case wrongCode
    /// Nobody knows the link, or another message took its place.
    case unknownLink
    /// The link is for something else.
    case foreignLink
    /// The code or the link is too old.
    case expired
    /// The code or the link was used before.
    case used
    /// So many messages were asked for that the server first wants this
    /// challenge answered.
    case captchaRequired(CaptchaChallenge)
    /// There were too many requests; try again after this time, if it is known.
    case tooManyRequests(retryAfter: Duration?)
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server has no time now; the text says so, and until when if the
    /// server did. Nothing waits for it.
    case busy(LocalizedText, retryAfter: Duration?)
    /// The server can't be reached, and asking for a message waits on this
    /// device for at most 24 hours; the text says so.
    case waiting(LocalizedText)
    /// The request can't be made as things are on this device. Nothing was
    /// sent; the code is a stable word for scripts, and the text says what to
    /// do.
    case impossible(Obstacle)
    /// The server failed, or its answer can't be understood.
    case server
    /// The call was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .invalidEmail:
            LocalizedText(
                en: "Invalid email. It should look like name@example.com.",
                es: "Correo no válido. Debe parecerse a nombre@example.com.")
        case .malformedProof:
            LocalizedText(
                en: "This is neither a code of 8 digits nor a link. Look for them in the message that was sent to you.",
                es: "No es un código de 8 cifras ni un enlace. Búscalos en el mensaje que se te envió.")
        case .emailNeeded:
            LocalizedText(
                en: "A code counts together with the address it was sent to.",
                es: "Un código vale junto con la dirección a la que se envió.")
        case .weakPassword(let reasons): reasons.dropFirst().reduce(reasons.first ?? Self.weak) { $0 + $1 }
        case .wrongCode:
            LocalizedText(
                en: "This code doesn't count. Only the one in the newest message does, for five tries.",
                es: "Este código no vale. Solo vale el del mensaje más reciente, durante cinco intentos.")
        case .unknownLink:
            LocalizedText(
                en: "This link doesn't count. Only the one in the newest message does.",
                es: "Este enlace no vale. Solo vale el del mensaje más reciente.")
        case .foreignLink:
            LocalizedText(en: "This link is for something else.", es: "Este enlace es para otra cosa.")
        case .expired:
            LocalizedText(en: "This code or link is too old.", es: "Este código o enlace ha caducado.")
        case .used:
            LocalizedText(en: "This code or link was used before.", es: "Este código o enlace ya se usó.")
        case .captchaRequired:
            LocalizedText(
                en: "So many messages were asked for that the server wants to know that you are no machine. Ask again.",
                es:
                    "Se pidieron tantos mensajes que el servidor quiere saber que no eres una máquina. Vuelve a pedirlo."
            )
        case .tooManyRequests(let retryAfter?): Self.tooMany(minutes: retryAfter.minutesToWait)
        case .tooManyRequests(nil):
            LocalizedText(
                en: "Too many attempts. Try again later.", es: "Demasiados intentos. Inténtalo más tarde.")
        case .connectivity(let text), .busy(let text, _), .waiting(let text): text
        case .impossible(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server could not do it. Try again later.",
                es: "El servidor no pudo hacerlo. Inténtalo más tarde.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }

    private static let weak = LocalizedText(en: "The password is too weak.", es: "La contraseña es demasiado débil.")

    private static func tooMany(minutes: Int) -> LocalizedText {
        LocalizedText(
            en: "Too many attempts. Try again in \(minutes) min.",
            es: "Demasiados intentos. Inténtalo en \(minutes) min.")
    }
}
