public import CoreModels
public import Presenting
public import SessionsAPI

/// Makes a session that the server has begun the one of this device.
///
/// It is the one way for whoever logs in and for whoever makes an account. Any
/// number of calls may run at once.
public struct SessionBeginning: Sendable {
    private let sessions: any SessionStoring
    private let replaced: (any SessionRevoking)?
    private let endObservers: @Sendable () -> [any SessionEndObserving]

    /// Creates the way.
    ///
    /// - Parameters:
    ///   - sessions: Keeps the session.
    ///   - replaced: Has the server end the one before; nil to leave that to the
    ///     server.
    ///   - endObservers: Those who clean up after the one before.
    public init(
        sessions: any SessionStoring, replaced: (any SessionRevoking)?,
        endObservers: @escaping @Sendable () -> [any SessionEndObserving]
    ) {
        self.sessions = sessions
        self.replaced = replaced
        self.endObservers = endObservers
    }

    /// Who is logged in when somebody begins to log in by a way on which they are waited for.
    public struct Start: Hashable, Sendable {
        fileprivate let person: UserID?

        /// Notes who is, as somebody was told.
        ///
        /// - Parameter person: nil for nobody.
        public init(with person: User?) { self.person = person?.id }

        /// Nobody is: whatever waits by itself takes nobody's place.
        public static let nobody = Start(with: nil)

        /// Why whoever began can't go on: somebody else has logged in since, and stays so.
        ///
        /// - Parameter person: Who is logged in now.
        /// - Returns: nil if nobody else is.
        public func refusal(finding person: User?) -> Obstacle? {
            guard let person, person.id != self.person else { return nil }
            return SessionStoreError.somebodyElse(name: person.name).refusal
        }
    }

    /// Who is logged in now.
    public func start() async -> Start { Start(with: await sessions.load().person) }

    /// Stores a session, unless it is the one that is stored already.
    ///
    /// The one before ends with that, at once or when the server can be reached;
    /// if it was somebody else's or can't be read, what was kept on this device
    /// for them has to go.
    ///
    /// - Parameter start: Who was logged in when the person began; nil if they ask for it
    ///   just now. If somebody else has logged in since, who isn't this person either, they
    ///   stay so, and the new session ends.
    /// - Throws: ``SessionStoreError``; the one before stands then. After `anotherKey` the new one
    ///   ends: this device has another key by now than that to which it is bound.
    public func begin(_ session: StoredSession, since start: Start? = nil) async throws(SessionStoreError) {
        let stored = try await begin(session) { before in
            guard let start, let person = before.person?.id else { return false }
            return person != start.person && person != session.user.id
        }
        if stored.user.id != session.user.id { throw .somebodyElse(name: stored.user.name) }
    }

    /// The same for what waited, without anybody who asks for it just now: whoever is logged in stays so.
    ///
    /// - Returns: The session that is stored now: this one, or the one that stayed.
    public func beginUnlessSomebodyIs(_ session: StoredSession) async throws(SessionStoreError) -> StoredSession {
        try await begin(session) { $0.person != nil }
    }

    private func begin(
        _ session: StoredSession, unless stays: @escaping @Sendable (SessionReading) -> Bool
    ) async throws(SessionStoreError) -> StoredSession {
        // Asked once more, the server gives its first answer again: its tokens may have been renewed since, and
        // using them then would end the session.
        let staysOrIsIt: @Sendable (SessionReading) -> Bool = { before in
            guard case .present(let stored) = before else { return stays(before) }
            return stored.id != nil && stored.id == session.id || stays(before)
        }
        let (before, waits) = try await store(session, unless: staysOrIsIt)
        if case .present(let stored) = before, staysOrIsIt(before) {
            if stored.id != session.id || stored.user.id != session.user.id { await replaced?.discard(session) }
            return stored
        }
        if !waits, case .present(let stored) = before { await replaced?.discard(stored) }
        switch before {
        case .absent: break
        case .present(let stored) where stored.user.id == session.user.id: break
        case .present, .unavailable:
            for observer in endObservers() { await observer.sessionDidEnd(.loggedOut) }
        }
        return session
    }

    /// - Returns: What was there before, and whether it waits to be ended.
    private func store(
        _ session: StoredSession, unless stays: @escaping @Sendable (SessionReading) -> Bool
    ) async throws(SessionStoreError) -> (before: SessionReading, waits: Bool) {
        do {
            let found = await sessions.load()
            var waits = true
            if !stays(found) {
                try await sessions.requireKey(of: session)
                // It has to wait to be ended before the new one stands: the program may end in between.
                if case .present(let stored) = found { waits = await replaced?.revoke(stored) ?? true }
            }
            return (try await sessions.save(session, unless: stays), waits)
        } catch {
            // Without its key nobody can use it.
            if error == .anotherKey { await replaced?.discard(session) }
            throw error
        }
    }
}
