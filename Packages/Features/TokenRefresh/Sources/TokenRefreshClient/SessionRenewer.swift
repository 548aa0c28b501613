import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import SessionsAPI
import TelemetryAPI
import TokenRefreshContract

/// Renews the session once for any number of tasks in any number of processes.
final class SessionRenewer: Sendable {
    private let server: ServerClient
    private let sessions: any SessionStoring
    private let lock: any SessionLocking
    private let observers: @Sendable () -> [any SessionEndObserving]
    private let logger: Logger
    private let now: @Sendable () -> Date
    private let flight = SharedFlight<Renewal>()

    init(
        server: ServerClient, sessions: any SessionStoring, lock: any SessionLocking,
        observers: @escaping @Sendable () -> [any SessionEndObserving], logger: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        self.server = server
        self.sessions = sessions
        self.lock = lock
        self.observers = observers
        self.logger = logger
        self.now = now
    }

    /// Renews a session whose access token is no good.
    ///
    /// - Throws: `cancelled` only; the renewal itself goes on then.
    func renew(_ stale: StoredSession) async throws(HTTPTransportError) -> Renewal {
        for _ in 0..<2 {
            guard let renewal = await flight.join({ [self] in await fly(stale) }) else { throw .cancelled }
            // The flight may have been that of an earlier token: its result is
            // what the caller found to be no good.
            guard case .renewed(let session) = renewal, session.hasSameAccess(as: stale) else { return renewal }
        }
        return .renewed(stale)
    }

    /// How long before its end an access token is taken for expired.
    static func margin(of session: StoredSession) -> Duration {
        min(.seconds(30), .seconds(session.grant.expiresIn) / 10)
    }

    private func fly(_ stale: StoredSession) async -> Renewal {
        do throws(SessionStoreError) {
            let renewal = try await lock.withSessionLock { () async throws(SessionStoreError) in
                try await renewAlone(stale)
            }
            return renewal
        } catch {
            logger.warning("refresh failed", ["event": "RefreshFailed", "reason": error.code])
            return .failed(.store(error))
        }
    }

    /// Does the work while no other process does.
    private func renewAlone(_ stale: StoredSession) async throws(SessionStoreError) -> Renewal {
        switch await sessions.load() {
        case .absent: return .ended
        case .unavailable(let error): throw error
        case .present(let current):
            let isNews = !current.hasSameAccess(as: stale)
            if isNews, current.accessTimeLeft(at: now()) > Self.margin(of: current) { return .renewed(current) }
            logger.info("access token expired", ["event": "TokenExpired", "session": current.id])
            return try await ask(current)
        }
    }

    private func ask(_ session: StoredSession) async throws(SessionStoreError) -> Renewal {
        let body = TokenRefreshContract.Request(refreshToken: session.grant.refreshToken)
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.post(TokenRefreshContract.path, json: body)
        } catch {
            logger.warning("refresh failed", ["event": "RefreshFailed", "reason": "\(error)"])
            return .failed(.transport(error))
        }
        switch RefreshAnswer(answer) {
        case .granted(let grant): return try await keep(grant, of: session)
        case .invalidGrant: return try await end(session)
        case .later:
            logger.warning("refresh failed", ["event": "RefreshFailed", "status": answer.status.rawValue])
            return .failed(
                .later(HTTPResponse(status: answer.status, fields: answer.fields, body: answer.body)))
        case .unintelligible:
            logger.error("refresh not understood", ["event": "RefreshFailed", "status": answer.status.rawValue])
            return .failed(.unintelligible(status: answer.status.rawValue))
        }
    }

    /// No token is used before it is stored: if storing fails, the old refresh
    /// token gets the same answer again.
    private func keep(_ grant: TokenGrant, of session: StoredSession) async throws(SessionStoreError) -> Renewal {
        let renewed = session.renewed(with: grant, receivedAt: now())
        let isKept = try await sessions.replace(session, with: renewed)
        return isKept ? .renewed(renewed) : try await whatStands()
    }

    private func end(_ session: StoredSession) async throws(SessionStoreError) -> Renewal {
        logger.notice("the server ended the session", ["event": "RefreshFailed", "session": session.id])
        guard try await sessions.replace(session, with: nil) else { return try await whatStands() }
        for observer in observers() { await observer.sessionDidEnd(.refused) }
        return .ended
    }

    /// Somebody logged out or in while the server was asked.
    private func whatStands() async throws(SessionStoreError) -> Renewal {
        switch await sessions.load() {
        case .present(let session): .renewed(session)
        case .absent: .ended
        case .unavailable(let error): throw error
        }
    }
}

extension StoredSession {
    /// Whether both hold the same access token.
    func hasSameAccess(as other: StoredSession) -> Bool {
        grant.accessToken.isEqual(to: other.grant.accessToken)
    }
}
