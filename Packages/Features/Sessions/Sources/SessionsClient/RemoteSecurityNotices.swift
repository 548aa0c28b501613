import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import Locking
import Presenting
import SessionsAPI
import SessionsContract

/// Follows the event stream of the server, over as many connections as it
/// takes.
struct RemoteSecurityNotices: SecurityNoticeFollowing {
    /// The server shows every 15 s that it is there; after three of them in
    /// silence the connection is taken for dead.
    static let longestSilence = Duration.seconds(45)

    let address: ServerAddress
    /// Asks with the person's credentials.
    let transport: any HTTPTransport
    let sessions: any SessionStoring
    let lock: any SessionLocking
    let endObservers: @Sendable () -> [any SessionEndObserving]
    let clock: any Clock<Duration>
    let random: @Sendable () -> Double

    /// What is known from one connection to the next.
    private struct Progress {
        var lastID: String?
        var reconnection = Reconnection()
        var isConnected = false
        /// Why the session of this device is over, once it is.
        var end = SessionEnd.refused
        /// How many pieces came, to notice when none do.
        var pieces = 0
    }

    /// How a connection ended.
    private enum End: Sendable {
        /// The session of this device is over.
        case over
        /// It failed, or was lost.
        case failed(SessionManagingError, retryAfter: Duration? = nil)
    }

    func follow(_ hear: @escaping @Sendable (SecurityNews) async -> Void) async throws(SessionManagingError) {
        let (first, person) = try await session()
        var own = first
        let progress = Locked(Progress())
        while true {
            switch await connect(as: own, progress, hear) {
            case .over:
                // Somebody logged in on this device meanwhile: that session is
                // followed from here on.
                if let next = try? await session(), next.person == person, next.id != own {
                    own = next.id
                    continue
                }
                return try await forget(own, because: progress.withLock { $0.end })
            case .failed(.cancelled, _): throw .cancelled
            case .failed(let error, let retryAfter):
                guard progress.withLock({ $0.isConnected }), error.mayPass else { throw error }
                let pause = progress.withLock { $0.reconnection.fail(retryAfter: retryAfter, jitter: random()) }
                await hear(.disconnected(error.text, retryAfter: pause))
                do { try await clock.sleep(for: pause) } catch { throw .cancelled }
            }
        }
    }

    /// Who is logged in on this device, without what proves it: following goes
    /// on for long.
    private func session() async throws(SessionManagingError) -> (id: SessionID?, person: UserID) {
        switch await sessions.load() {
        case .present(let session): return (session.id, session.user.id)
        case .absent: throw .notLoggedIn
        case .unavailable(let error): throw .storage(Obstacle(error))
        }
    }

    private func connect(
        as own: SessionID?, _ progress: Locked<Progress>, _ hear: @escaping @Sendable (SecurityNews) async -> Void
    ) async -> End {
        var request = HTTPRequest(
            url: address.url(path: SessionsPath.events), limits: HTTPLimits(total: .seconds(30)))
        request.fields[.accept] = MediaType.eventStream.description
        request.fields[.lastEventID] = progress.withLock { $0.lastID }
        let answer: HTTPStreamingResponse
        do throws(HTTPTransportError) {
            answer = try await transport.stream(request)
        } catch {
            return .failed(SessionManagingError(error))
        }
        guard answer.status == .ok, answer.fields[.contentType].flatMap({ MediaType(contentType: $0) }) == .eventStream
        else { return await refusal(answer, of: own, hear) }
        return await withTaskGroup(of: End.self) { group in
            group.addTask { await read(answer.body, progress, hear) }
            group.addTask { await watch(progress) }
            let end = await group.next()
            group.cancelAll()
            return end ?? .failed(.cancelled)
        }
    }

    private func refusal(
        _ answer: HTTPStreamingResponse, of own: SessionID?, _ hear: @Sendable (SecurityNews) async -> Void
    ) async -> End {
        let answer = ServerAnswer(HTTPResponse(status: answer.status, fields: answer.fields))
        guard answer.status == .unauthorized else {
            return .failed(SessionManagingError(answer), retryAfter: answer.retryAfter)
        }
        // Whoever adds the credentials has tried to renew them. If the session
        // is still there, the server has not said that it is over.
        switch await sessions.load() {
        case .present(let session) where session.id == own: return .failed(.server)
        case .unavailable(let error): return .failed(.storage(Obstacle(error)))
        case .present, .absent:
            let kind = SecurityNotice.Kind.sessionEnded(own, isCurrent: true, reason: nil)
            await hear(.notice(SecurityNotice(kind, happenedAt: Date())))
            return .over
        }
    }

    private func read(
        _ body: HTTPBodyStream, _ progress: Locked<Progress>, _ hear: @Sendable (SecurityNews) async -> Void
    ) async -> End {
        var parser = EventStreamParser()
        do throws(HTTPTransportError) {
            for try await piece in body {
                progress.withLock { $0.pieces += 1 }
                guard let events = parser.consume(piece) else { return .failed(.server) }
                for event in events {
                    if await take(event, retry: parser.retry, progress, hear) { return .over }
                }
            }
            return .failed(SessionManagingError(.connectivity(reason: "the stream ended")))
        } catch {
            return .failed(SessionManagingError(error))
        }
    }

    /// - Returns: Whether the session of this device is over.
    private func take(
        _ event: EventStreamParser.Event, retry: Duration?, _ progress: Locked<Progress>,
        _ hear: @Sendable (SecurityNews) async -> Void
    ) async -> Bool {
        guard let message = try? WireCoding.decoder().decode(SecurityEventMessage.self, from: Data(event.data.utf8))
        else { return false }
        let name = SecurityEventName(rawValue: event.name)
        if name == .ready {
            progress.withLock { progress in
                progress.isConnected = true
                progress.reconnection.succeed(retry: retry)
            }
            await hear(.connected)
        } else {
            await hear(.notice(SecurityNotice(message, name, event.name)))
        }
        // Only what was heard counts: who dies before hears it once more.
        progress.withLock { $0.lastID = event.lastID }
        guard name == .sessionEnded, message.isCurrent == true else { return false }
        progress.withLock { $0.end = SessionEnd(reason: message.reason) }
        return true
    }

    private func watch(_ progress: Locked<Progress>) async -> End {
        while true {
            let before = progress.withLock { $0.pieces }
            do { try await clock.sleep(for: Self.longestSilence) } catch { return .failed(.cancelled) }
            if progress.withLock({ $0.pieces }) == before {
                return .failed(SessionManagingError(.timedOut))
            }
        }
    }

    /// Removes the session that is over, unless somebody logged in meanwhile.
    private func forget(_ own: SessionID?, because end: SessionEnd) async throws(SessionManagingError) {
        let removed: StoredSession?
        do throws(SessionStoreError) {
            removed = try await lock.withSessionLock { () async throws(SessionStoreError) -> StoredSession? in
                switch await sessions.load() {
                case .present(let current) where current.id == own:
                    return try await sessions.replace(current, with: nil) ? current : nil
                case .present, .absent: return nil
                case .unavailable(let error): throw error
                }
            }
        } catch {
            throw .storage(Obstacle(error))
        }
        guard let removed else { return }
        for observer in endObservers() { await observer.sessionDidEnd(end.ending(removed.user)) }
    }
}

extension SessionManagingError {
    /// Whether a connection that stood before may stand again: a vault is
    /// unlocked, a server comes back.
    fileprivate var mayPass: Bool {
        if case .storage = self { return true }
        return isWorthRetrying
    }
}

extension SecurityNotice {
    init(_ message: SecurityEventMessage, _ name: SecurityEventName?, _ word: String) {
        let kind: Kind =
            switch name {
            case .sessionEnded:
                .sessionEnded(message.sessionID, isCurrent: message.isCurrent == true, reason: message.reason)
            case .emailVerified: .emailVerified
            case .passwordChanged: .passwordChanged
            case .suspiciousAccess:
                .suspiciousAccess(
                    message.sessionID, device: message.device?.known,
                    location: DevicePlace(message.place, message.location),
                    reasons: message.reasons ?? [])
            case .wayInChanged:
                message.wayIn.map { .wayInChanged(way: $0.way, change: $0.change, provider: $0.provider) }
                    ?? .unknown(word)
            case .ready, nil: .unknown(word)
            }
        self.init(kind, happenedAt: message.at)
    }
}
