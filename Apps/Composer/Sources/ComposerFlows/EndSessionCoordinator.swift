public import CoreModels
import Localization
public import OfflineQueueAPI
import SecureStorageAPI
public import SessionsAPI

/// Manages the sessions of the person, and keeps the end of one that can't be
/// ended now.
///
/// Ending all others doesn't wait: it would also end those that begin until
/// then.
public struct EndSessionCoordinator: SessionManaging {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Asks the server.
        public let management: any SessionManaging
        /// Tells who is logged in.
        public let sessions: any SessionStoring
        /// Recalls why the own session is over.
        public let ends: any SessionEndRecalling
        /// Keeps what can't be done now.
        public let queue: any RequestQueueing
        /// Names what is kept.
        public let makeID: @Sendable () -> QueuedRequestID

        /// Creates the dependencies.
        public init(
            management: any SessionManaging, sessions: any SessionStoring, ends: any SessionEndRecalling,
            queue: any RequestQueueing, makeID: @escaping @Sendable () -> QueuedRequestID
        ) {
            self.management = management
            self.sessions = sessions
            self.ends = ends
            self.queue = queue
            self.makeID = makeID
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// The sessions that aren't over.
    public func sessions() async throws(SessionManagingError) -> DeviceList {
        try await dependencies.management.sessions()
    }

    /// Ends one session, now or later.
    public func end(_ id: SessionID) async throws(SessionManagingError) {
        // A session that turns out to be over is gone afterwards.
        let reading = await dependencies.sessions.load()
        do throws(SessionManagingError) {
            try await dependencies.management.end(id)
        } catch {
            guard case .present(let own) = reading else { throw error }
            throw await keep(UnwantedSession(id: id, person: own.user.id), after: error)
        }
    }

    /// Ends all other sessions, now or never.
    public func endOthers() async throws(SessionManagingError) {
        try await dependencies.management.endOthers()
    }

    /// Says that a session is the person's own.
    public func confirm(_ id: SessionID) async throws(SessionManagingError) {
        try await dependencies.management.confirm(id)
    }

    private func keep(
        _ unwanted: UnwantedSession, after error: SessionManagingError
    ) async -> SessionManagingError {
        guard let payload = try? SecretCoding.encode(unwanted) else { return error }
        func request(wantsNotice: Bool, retryAfter: Duration? = nil) -> QueuedRequest {
            QueuedRequest(
                id: dependencies.makeID(), kind: .sessionTermination, subject: "\(unwanted.id)", owner: unwanted.person,
                payload: payload, wantsNotice: wantsNotice, retryAfter: retryAfter)
        }
        switch error {
        case .connectivity(let obstacle):
            switch await dependencies.queue.keep(request(wantsNotice: false), because: obstacle) {
            case .kept(let text): return .waiting(text)
            case .lost(let text): return .connectivity(text)
            }
        case .busy(let retryAfter):
            let request = request(wantsNotice: false, retryAfter: retryAfter)
            guard case .kept(let text) = await dependencies.queue.keep(request, because: error.text) else {
                return error
            }
            return .waiting(text)
        case .server:
            guard
                case .kept(let text) = await dependencies.queue.keep(request(wantsNotice: false), because: Self.failed)
            else { return error }
            return .waiting(text)
        case .notLoggedIn:
            // With the account all its sessions end, and nothing of it waits.
            if case .closed = await dependencies.ends.recalledEnd() { return error }
            let keeping = await dependencies.queue.keep(request(wantsNotice: true), because: error.text)
            guard case .kept = keeping else { return error }
            return .interrupted(Self.sessionOver)
        default: return error
        }
    }

    private static let failed = LocalizedText(en: "The server could not do it.", es: "El servidor no pudo hacerlo.")
    private static let sessionOver = LocalizedText(
        en: "Your own session is over. The other one is ended when you log in again.",
        es: "Tu propia sesión ha terminado. La otra se termina cuando vuelvas a iniciar sesión.")
}

/// A session whose end waits.
struct UnwantedSession: Codable {
    let id: SessionID
    /// Who wants it to end; it is ended in nobody else's name.
    let person: UserID
}
