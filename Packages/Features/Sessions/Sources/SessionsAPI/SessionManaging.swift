public import CoreModels
public import FoundationEssentials
public import Localization
public import Presenting

/// Shows the devices on which the person is logged in, and ends what should
/// not be.
///
/// The server decides; nothing is kept on this device. A call that fails may
/// be made again: all of them do the same when they come twice, except that
/// ending a session again finds none. Any number of calls may run at once.
public protocol SessionManaging: Sendable {
    /// The sessions that aren't over, the one used last first.
    ///
    /// - Throws: ``SessionManagingError``.
    func sessions() async throws(SessionManagingError) -> DeviceList

    /// Ends one of them, which is not the one of this device. Its device is
    /// refused from then on, and told if it listens.
    ///
    /// - Throws: ``SessionManagingError``.
    func end(_ id: SessionID) async throws(SessionManagingError)

    /// Ends all of them but the one of this device.
    ///
    /// - Throws: ``SessionManagingError``; `notRecent` if it takes a recent
    ///   authentication, as by ``Reauthenticating``.
    func endOthers() async throws(SessionManagingError)

    /// Says that a suspicious one is the person's own.
    ///
    /// - Throws: ``SessionManagingError``.
    func confirm(_ id: SessionID) async throws(SessionManagingError)
}

/// A device on which the person is logged in, as the server knows it.
public struct DeviceSession: Hashable, Sendable {
    /// The session.
    public let id: SessionID
    /// How the device calls itself; nil when nobody knows.
    public let device: String?
    /// Where its network is; nil when nobody knows.
    public let location: DevicePlace?
    /// When the person logged in.
    public let createdAt: Date
    /// When it was used last, to within the life of an access token.
    public let lastSeenAt: Date
    /// Whether it is the session of this device.
    public let isCurrent: Bool
    /// Whether it began in a way that isn't like the person.
    public let isSuspicious: Bool

    /// Creates a description.
    public init(
        id: SessionID, device: String?, location: DevicePlace?, createdAt: Date, lastSeenAt: Date, isCurrent: Bool,
        isSuspicious: Bool
    ) {
        self.id = id
        self.device = device
        self.location = location
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.isCurrent = isCurrent
        self.isSuspicious = isSuspicious
    }
}

/// Why the sessions could not be shown or changed.
public enum SessionManagingError: Error, Hashable, Sendable {
    /// Nobody is logged in on this device, or the session is over.
    case notLoggedIn
    /// The person has no such session, or it is over already.
    case unknownSession
    /// The session of this device is ended by logging out.
    case currentSession
    /// The person logged in some time ago, or elsewhere, and has to prove once more who they
    /// are.
    case notRecent
    /// The server asks for patience.
    case busy(retryAfter: Duration?)
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The server can't be reached, and ending the session waits until it can;
    /// the text says so.
    case waiting(LocalizedText)
    /// The session of this device is over, and ending the other one waits until
    /// the person logs in again; the text says so.
    case interrupted(LocalizedText)
    /// The request can't be made as things are on this device, as when the
    /// address isn't safe. Nothing was sent; the code is a stable word for
    /// scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The session of this device can't be read or removed; the text says why.
    case storage(Obstacle)
    /// The server failed, or its answer can't be understood.
    case server
    /// The call was cancelled.
    case cancelled

    /// Whether the same call may succeed later without a change.
    public var isWorthRetrying: Bool {
        switch self {
        case .busy, .connectivity, .server: true
        case .notLoggedIn, .notRecent, .unknownSession, .currentSession, .waiting, .interrupted, .impossible, .storage,
            .cancelled:
            false
        }
    }

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .notLoggedIn: LocalizedText(en: "You have to log in for this.", es: "Para esto debes iniciar sesión.")
        case .unknownSession:
            LocalizedText(
                en: "There is no such session, or it is over already. Look at the list.",
                es: "No existe esa sesión o ya terminó. Mira la lista.")
        case .currentSession:
            LocalizedText(
                en: "This is the session that you use. Log out to end it.",
                es: "Esta es la sesión que usas. Para terminarla, cierra la sesión.")
        case .notRecent:
            LocalizedText(
                en:
                    "You logged in some time ago, or by a code that was typed elsewhere. Log in once more, so that nobody "
                    + "else does this. Nothing was changed.",
                es:
                    "Iniciaste sesión hace un rato, o con un código escrito en otro lugar. Inicia sesión otra vez, para que "
                    + "nadie más haga esto. No se cambió nada."
            )
        case .busy(let retryAfter?):
            LocalizedText(
                en: "The server asks for patience. Give it \(retryAfter.secondsToWait) s.",
                es: "El servidor pide paciencia. Dale \(retryAfter.secondsToWait) s.")
        case .busy(nil):
            LocalizedText(
                en: "The server asks for patience. Give it some minutes.",
                es: "El servidor pide paciencia. Dale unos minutos.")
        case .connectivity(let text), .waiting(let text), .interrupted(let text): text
        case .impossible(let obstacle), .storage(let obstacle): obstacle.text
        case .server:
            LocalizedText(
                en: "The server could not do it. Try again later.",
                es: "El servidor no pudo hacerlo. Inténtalo más tarde.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }
}
