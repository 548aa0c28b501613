package import CoreModels
package import FoundationEssentials
import Locking

/// What requests need to know of a session, beyond its token.
package struct LiveSession: Hashable, Sendable {
    package let userID: UserID
    package let startedAt: Date
    package var isVerified: Bool
    package var isEnded: Bool
    /// The key to which its tokens are bound; nil if to none.
    package let keyThumbprint: String?
    /// Access tokens from before are refused; nil if none are.
    package var accessSince: Date?
    /// Whether it took the place of the session before on its device.
    package var isInUse: Bool

    package init(
        userID: UserID, startedAt: Date, isVerified: Bool, isEnded: Bool = false, keyThumbprint: String? = nil,
        accessSince: Date? = nil, isInUse: Bool = true
    ) {
        self.userID = userID
        self.startedAt = startedAt
        self.keyThumbprint = keyThumbprint
        self.isVerified = isVerified
        self.isEnded = isEnded
        self.accessSince = accessSince
        self.isInUse = isInUse
    }

    init(_ row: SessionRow) {
        self.init(
            userID: row.userID, startedAt: row.startedAt, isVerified: row.isVerified, isEnded: row.isEnded,
            keyThumbprint: row.keyThumbprint, accessSince: row.accessSince, isInUse: row.isInUse)
    }
}

/// Remembers the sessions that are in use, so that requests don't ask the
/// database, and hears of every change, so that a session that was ended is
/// refused at once.
package final class LiveSessions: Sendable {
    private struct State {
        /// Counts the changes: what was read before one isn't remembered.
        var changes = 0
        var sessions: [SessionID: LiveSession] = [:]
    }

    private let capacity: Int
    private let state = Locked(State())

    package init(capacity: Int = 50_000) {
        self.capacity = capacity
    }

    /// The session, which is read if it isn't remembered.
    package func session(
        _ id: SessionID, read: () async throws -> LiveSession?
    ) async throws -> LiveSession? {
        let (known, changes) = state.withLock { ($0.sessions[id], $0.changes) }
        if let known { return known }
        let found = try await read()
        // Had the session been ended between reading and remembering, it would
        // stay in use for ever.
        state.withLock { if $0.changes == changes, let found { remember(found, as: id, in: &$0) } }
        return found
    }

    package func end(_ ids: [SessionID]) {
        state.withLock { state in
            state.changes += 1
            for id in ids { state.sessions[id]?.isEnded = true }
        }
    }

    package func markInUse(_ id: SessionID) {
        state.withLock { state in
            state.changes += 1
            state.sessions[id]?.isInUse = true
        }
    }

    package func refuseAccess(before since: Date, of id: SessionID) {
        state.withLock { state in
            state.changes += 1
            state.sessions[id]?.accessSince = since
        }
    }

    package func markVerified(_ user: UserID) {
        state.withLock { state in
            state.changes += 1
            for (id, session) in state.sessions where session.userID == user {
                state.sessions[id]?.isVerified = true
            }
        }
    }

    /// When there are too many, all are forgotten: reading those in use again
    /// costs less than keeping their order.
    private func remember(_ session: LiveSession, as id: SessionID, in state: inout State) {
        if state.sessions.count >= capacity { state.sessions.removeAll(keepingCapacity: true) }
        state.sessions[id] = session
    }
}
