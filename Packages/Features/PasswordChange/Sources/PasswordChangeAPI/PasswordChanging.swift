public import CoreModels
public import Localization
public import Presenting

/// Changes the password of the person who is logged in.
public protocol PasswordChanging: Sendable {
    /// Changes the password: all other devices are logged out, and this one
    /// goes on with new tokens.
    ///
    /// It is sent at once or not at all: it never waits for a connection (D1).
    /// If the program ends between the answer and the storing of the tokens,
    /// the session goes on all the same.
    ///
    /// - Parameters:
    ///   - current: The password so far.
    ///   - new: The new password.
    /// - Throws: ``PasswordChangeError``. The password is as it was, unless the
    ///   error says otherwise.
    func changePassword(from current: Secret, to new: Secret) async throws(PasswordChangeError)
}

/// Why a password was not changed, or what went wrong after it was.
public enum PasswordChangeError: Error, Hashable, Sendable {
    /// Nobody is logged in, or the session is over.
    case notLoggedIn
    /// A second factor is in force, and has to be proved first.
    case notRecent
    /// The passwords can't be accepted: everything that is wrong with them, and
    /// what would be better.
    case unacceptable([LocalizedText])
    /// The current password is another one; one may try again.
    case wrongPassword
    /// The account has none; it can be set with a message to its address.
    case noPassword
    /// There were too many attempts; try again after this time, if it is known.
    case tooManyAttempts(retryAfter: Duration?)
    /// The server can't be reached; the text says what is in the way. Nothing
    /// waits to be sent. If the connection broke before the answer came, the
    /// new password may count already.
    case connectivity(LocalizedText)
    /// The server has no time now; the text says so, and until when if the
    /// server did. Nothing waits for it.
    case busy(LocalizedText, retryAfter: Duration?)
    /// The request can't be made as things are on this device, and was not
    /// sent; the code is a stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The server failed, or its answer can't be understood; the new password
    /// may count already.
    case server
    /// The password was changed, and the new tokens could not be stored; those
    /// that are stored are exchanged for them later.
    case tokenStorageFailed(Obstacle)
    /// The call was cancelled; if the request was on its way, the new password
    /// may count already.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .notLoggedIn: LocalizedText(en: "You are not logged in.", es: "No has iniciado sesión.")
        case .notRecent:
            LocalizedText(
                en: "You logged in some time ago. Log in once more, with your second factor. Nothing was changed yet.",
                es:
                    "Iniciaste sesión hace un rato. Inicia sesión otra vez, con tu segundo factor. Aún no se cambió nada."
            )
        case .unacceptable(let reasons): reasons.dropFirst().reduce(reasons.first ?? Self.weak) { $0 + $1 }
        case .wrongPassword:
            LocalizedText(
                en: "The current password is wrong. Nothing was changed.",
                es: "La contraseña actual no es correcta. No se cambió nada.")
        case .noPassword:
            LocalizedText(
                en: "Your account has no password yet. Nothing was changed.",
                es: "Tu cuenta aún no tiene contraseña. No se cambió nada.")
        case .tooManyAttempts(let retryAfter?): Self.tooMany(minutes: retryAfter.minutesToWait)
        case .tooManyAttempts(nil):
            LocalizedText(
                en: "Too many attempts. Try again later.", es: "Demasiados intentos. Inténtalo más tarde.")
        case .connectivity(let text), .busy(let text, _): text
        case .impossible(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server could not change the password. Try again later.",
                es: "El servidor no pudo cambiar la contraseña. Inténtalo más tarde.")
        case .tokenStorageFailed(let obstacle):
            LocalizedText(
                en: "The password was changed, but this device could not store its new tokens.",
                es: "La contraseña ha cambiado, pero este dispositivo no pudo guardar sus tokens nuevos.")
                + obstacle.text
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
