import CoreModels
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

    /// Stores a session, unless it is the one that is stored already.
    ///
    /// The one before ends with that, at once or when the server can be reached;
    /// if it was somebody else's or can't be read, what was kept on this device
    /// for them has to go.
    ///
    /// - Parameter keepingWhoIsLoggedIn: Whether whoever is logged in stays so,
    ///   since the request waited and nobody asked for it just now.
    /// - Returns: The session that is stored now: this one, or the one that
    ///   stayed.
    /// - Throws: ``SessionStoreError``; the one before stands then.
    @discardableResult
    public func begin(
        _ session: StoredSession, keepingWhoIsLoggedIn: Bool = false
    ) async throws(SessionStoreError) -> StoredSession {
        let before = await sessions.load()
        if case .present(let stored) = before {
            // Asked once more, the server gives its first answer again: its tokens may have been renewed since, and
            // using them then would end the session.
            let isAnsweredAgain = stored.id != nil && stored.id == session.id
            if isAnsweredAgain || keepingWhoIsLoggedIn { return stored }
            await replaced?.revoke(stored)
        }
        try await sessions.save(session)
        switch before {
        case .absent: break
        case .present(let stored) where stored.user.id == session.user.id: break
        case .present, .unavailable:
            for observer in endObservers() { await observer.sessionDidEnd(.loggedOut) }
        }
        return session
    }
}
