public import CoreModels
import Localization
public import OfflineQueueAPI
import Presenting
import SecureStorageAPI
public import SessionsAPI

/// Ends a session when there is a connection, and a session of its owner,
/// again.
public struct QueuedSessionEnd: QueuedRequestHandling {
    /// Ends of sessions.
    public let kind = QueuedRequestKind.sessionTermination
    private let management: any SessionManaging
    private let sessions: any SessionStoring

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - management: Asks the server, and keeps nothing.
    ///   - sessions: Tells who is logged in.
    public init(management: any SessionManaging, sessions: any SessionStoring) {
        self.management = management
        self.sessions = sessions
    }

    /// Ends the session.
    ///
    /// One that is over already is what was asked for.
    public func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let unwanted = try? SecretCoding.decode(UnwantedSession.self, from: request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: Self.unreadable))
        }
        guard case .present(let own) = await sessions.load(), own.user.id == unwanted.person else {
            return Self.needsLogin
        }
        do throws(SessionManagingError) {
            try await management.end(unwanted.id)
            return .done(Self.ended)
        } catch {
            // To whoever logged in meanwhile it is unknown, and it isn't over.
            guard await sessions.load().person?.id == unwanted.person else { return Self.needsLogin }
            return Self.answer(to: error)
        }
    }

    /// In the name of the one who wants it to end.
    public func owner(of payload: Secret) -> UserID? {
        (try? SecretCoding.decode(UnwantedSession.self, from: payload))?.person
    }

    private static func answer(to error: SessionManagingError) -> QueuedRequestAnswer {
        switch error {
        case .unknownSession: .done(ended)
        case .connectivity, .waiting, .cancelled: .unreachable(error.text)
        case .notLoggedIn, .notRecent, .interrupted: needsLogin
        case .currentSession: .refused(QueueProblem(presenting: error))
        case .busy(let retryAfter):
            .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .impossible(let obstacle) where obstacle.isFinal: .refused(QueueProblem(presenting: error))
        case .impossible: .failed(QueueProblem(presenting: error))
        case .storage: .failed(QueueProblem(presenting: error))
        case .server: .failed(QueueProblem(presenting: error))
        }
    }

    private static let ended = LocalizedText(en: "The session is over.", es: "La sesión ha terminado.")
    private static let needsLogin = QueuedRequestAnswer.blocked(
        QueueProblem(
            code: "not_logged_in",
            text: LocalizedText(
                en: "The session is ended when its owner logs in.",
                es: "La sesión se termina cuando su dueño inicie sesión.")))
    private static let unreadable = LocalizedText(
        en: "Which session to end can't be read any more. Look at: essential sessions",
        es: "Ya no se puede leer qué sesión terminar. Mira: essential sessions")
}
