public import CoreModels
public import Localization
public import PluginKit
public import Presenting

/// How the session of this device came to its end.
public enum SessionEnd: Hashable, Sendable {
    /// The person logged out.
    case loggedOut
    /// The server refused to renew the session: it was ended elsewhere, or was
    /// not used for too long.
    case refused
    /// The server ended all sessions of the account, because somebody used an
    /// old token of it once more.
    case copied
    /// Whoever runs the server has suspended the account.
    case suspended
    /// Whoever runs the server has ended the session.
    case endedByOperator
    /// The person deletes the account: whatever is kept of them on this device goes; nil
    /// where it isn't known who it was.
    case closed(User?)
}

extension SessionEnd {
    /// Reads why a server ended a session.
    ///
    /// - Parameter reason: The word of the wire; nil where none was sent.
    public init(reason: String?) {
        switch reason {
        case "token_reuse": self = .copied
        case "account_suspended": self = .suspended
        case "ended_by_operator": self = .endedByOperator
        case "account_closed": self = .closed(nil)
        default: self = .refused
        }
    }

    /// The same, where it is known whose session it was.
    public func ending(_ person: User) -> SessionEnd {
        if case .closed = self { .closed(person) } else { self }
    }

    /// What a person has to know of it who is to log in again; nil where that is no more
    /// than that it is over.
    public var explanation: LocalizedText? {
        switch self {
        case .suspended: Obstacle.accountSuspended.text
        case .endedByOperator:
            LocalizedText(
                en: "Whoever runs the server ended your sessions. Nothing of yours was deleted. Log in again.",
                es: "Quien administra el servidor cerró tus sesiones. No se borró nada tuyo. Inicia sesión de nuevo.")
        case .closed:
            LocalizedText(
                en: "This account is deleted. Whatever was kept of it on this device is gone, also what was waiting to "
                    + "be sent. Until the day that the message to your address names, logging in takes the deletion back; "
                    + "after it the account is gone for good, and the address is free for another one.",
                es: "Esta cuenta se elimina. Lo que se guardaba de ella en este dispositivo ya no está, tampoco lo que "
                    + "esperaba para enviarse. Hasta el día que dice el mensaje a tu dirección, iniciar sesión lo anula; "
                    + "después la cuenta ya no existe, y la dirección queda libre para otra.")
        case .loggedOut, .refused, .copied: nil
        }
    }
}

extension Obstacle {
    /// Whoever runs the server has suspended the account; only they release it.
    public static let accountSuspended = Obstacle(
        code: "account_suspended",
        LocalizedText(
            en:
                "This account is suspended: whoever runs the server has locked it. Nothing of yours was deleted, and what "
                + "waits here is kept. The message to your address says more. To have it released, write to whoever runs "
                + "the server. Once it is, log in again.",
            es:
                "Esta cuenta está suspendida: quien administra el servidor la ha bloqueado. No se borró nada tuyo, y lo "
                + "que espera aquí se conserva. El mensaje a tu dirección dice más. Para que se levante, escribe a quien "
                + "administra el servidor. Después, inicia sesión de nuevo."),
        isFinal: true)

    /// The account is deleted, and the login waited: it may be from before that was asked for.
    public static let accountClosing = Obstacle(
        code: "account_closing",
        LocalizedText(
            en:
                "This account is being deleted, and this login waited, so it was not done: it may be from before you asked "
                + "for that. To take the deletion back, log in now.",
            es:
                "Esta cuenta se está eliminando, y este inicio de sesión esperaba, así que no se hizo: puede ser de antes "
                + "de que lo pidieras. Para anular la eliminación, inicia sesión ahora."),
        isFinal: true)
}

/// Recalls why the session before is over, until somebody logs in.
public protocol SessionEndRecalling: Sendable {
    /// Why it is over, where the person has to know; nil otherwise, and where somebody is
    /// logged in.
    func recalledEnd() async -> SessionEnd?
}

/// Cleans up after the session of this device.
///
/// Whoever keeps something that belongs to the person who was logged in (a
/// cache, a request that waits) removes it here.
public protocol SessionEndObserving: Sendable {
    /// Hears that the session was removed from the store. Others are told even
    /// if this one can't clean up.
    func sessionDidEnd(_ end: SessionEnd) async
}

/// Collects those who clean up after the session.
public enum SessionEndObservers: ExtensionPoint {
    /// An observer.
    public typealias Value = any SessionEndObserving
}
