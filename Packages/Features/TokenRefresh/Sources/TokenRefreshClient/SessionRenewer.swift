import CoreModels
import HTTPTransportAPI
import Locking
import SessionsAPI
import TelemetryAPI
import TokenRefreshContract

/// Renews the session once for any number of tasks in any number of processes:
/// carries out what ``RenewalMachine`` decides.
final class SessionRenewer: Sendable {
    private let server: ServerClient
    private let sessions: any SessionStoring
    private let lock: any SessionLocking
    private let observers: @Sendable () -> [any SessionEndObserving]
    private let logger: Logger
    private let time: RenewalTime
    private let flight = SingleFlight<Renewal>()
    private let rest = Locked<Rest?>(nil)

    init(
        server: ServerClient, sessions: any SessionStoring, lock: any SessionLocking,
        observers: @escaping @Sendable () -> [any SessionEndObserving], logger: Logger, time: RenewalTime
    ) {
        self.server = server
        self.sessions = sessions
        self.lock = lock
        self.observers = observers
        self.logger = logger
        self.time = time
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
        if let rest = rest.current, let left = time.now().duration(to: rest.until), left > .zero {
            return .failed(.later(rest.answer))
        }
        do throws(SessionStoreError) {
            return try await lock.withSessionLock { () async throws(SessionStoreError) in
                await renewAlone(stale)
            }
        } catch {
            logger.warning("refresh failed", ["event": "RefreshFailed", "reason": error.code])
            return .failed(.store(error))
        }
    }

    /// Does the work while no other process does.
    private func renewAlone(_ stale: StoredSession) async -> Renewal {
        var machine = RenewalMachine(of: stale)
        var event = RenewalMachine.Event.began
        while true {
            switch machine.step(event, at: time.now()) {
            case .load: event = .loaded(await sessions.load())
            case .ask(let session): event = await ask(session)
            case .wait(let least, let jitter): event = .waited(await time.pass(least + jitter * time.random()))
            case .replace(let old, let new): event = await replace(old, with: new)
            case .announceEnd(let end):
                logger.notice("the server ended the session", ["event": "RefreshFailed", "session": stale.id])
                for observer in observers() { await observer.sessionDidEnd(end) }
                return .ended
            case .finish(let renewal):
                note(renewal)
                return renewal
            }
        }
    }

    private func ask(_ session: StoredSession) async -> RenewalMachine.Event {
        logger.info("access token expired", ["event": "TokenExpired", "session": session.id])
        let body = TokenRefreshContract.Request(refreshToken: session.grant.refreshToken)
        do throws(HTTPTransportError) {
            return .answered(try await server.post(TokenRefreshContract.path, json: body))
        } catch {
            return .failed(error)
        }
    }

    private func replace(_ old: StoredSession, with new: StoredSession?) async -> RenewalMachine.Event {
        do throws(SessionStoreError) {
            return .replaced(try await sessions.replace(old, with: new))
        } catch {
            return .notReplaced(error)
        }
    }

    private func note(_ renewal: Renewal) {
        guard case .failed(let failure) = renewal else { return }
        logger.warning("refresh failed", ["event": "RefreshFailed", "reason": failure.reason])
        guard case .later(let answer) = failure, let patience = ServerAnswer(answer).retryAfter else { return }
        rest.withLock { $0 = Rest(until: time.now().advanced(by: patience), answer: answer) }
    }

    /// The server asked to be left alone for a while.
    private struct Rest {
        let until: BootTime
        let answer: HTTPResponse
    }
}
