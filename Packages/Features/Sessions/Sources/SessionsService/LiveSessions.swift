package import CoreModels
package import FoundationEssentials
import Locking
package import SQLStoreAPI
package import SessionsServiceAPI

/// What requests need to know of a session, beyond its token.
package struct LiveSession: Hashable, Sendable {
    package let userID: UserID
    package let startedAt: Date
    package var isVerified: Bool
    /// How and when the person proved who they are.
    package var authentication: Authentication
    package var isEnded: Bool
    /// The key to which its tokens are bound; nil if to none.
    package let keyThumbprint: String?
    /// Access tokens from before are refused; nil if none are.
    package var accessSince: Date?
    /// Whether it took the place of the session before on its device.
    package var isInUse: Bool

    package init(
        userID: UserID, startedAt: Date, isVerified: Bool, authentication: Authentication, isEnded: Bool = false,
        keyThumbprint: String? = nil, accessSince: Date? = nil, isInUse: Bool = true
    ) {
        self.userID = userID
        self.startedAt = startedAt
        self.keyThumbprint = keyThumbprint
        self.isVerified = isVerified
        self.authentication = authentication
        self.isEnded = isEnded
        self.accessSince = accessSince
        self.isInUse = isInUse
    }

    init(_ row: SessionRow) {
        self.init(
            userID: row.userID, startedAt: row.startedAt, isVerified: row.isVerified,
            authentication: row.authentication,
            isEnded: row.isEnded, keyThumbprint: row.keyThumbprint, accessSince: row.accessSince, isInUse: row.isInUse)
    }
}

extension SQLTopic {
    /// Sessions that aren't what they were: their identifiers, separated by commas.
    static let sessions = SQLTopic("sessions.changed")
}

extension SQLWriting {
    /// Has every server read some sessions anew, once this transaction is
    /// committed.
    func announceChange(of ids: [SessionID]) throws(SQLError) {
        // An identifier and a comma take 37 bytes, and a signal has 4000.
        for start in stride(from: 0, to: ids.count, by: 100) {
            try signal(.sessions, ids[start..<min(start + 100, ids.count)].map(\.description).joined(separator: ","))
        }
    }
}

/// Remembers the sessions that are in use, so that requests don't ask the
/// database, and hears of every change, so that a session that was ended is
/// refused at once.
package final class LiveSessions: Sendable {
    private struct State {
        /// Counts the changes: what was read before one isn't remembered.
        var changes = 0
        /// Whether changes may go unheard: nothing is remembered then.
        var isDeaf = false
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

    /// Forgets the sessions that a signal names, to read them anew, and all of
    /// them when signals are interrupted and when they are heard again.
    package func hear(_ signal: SQLSignal) {
        state.withLock { state in
            state.changes += 1
            switch signal {
            case .sent(let ids):
                for id in ids.split(separator: ",").compactMap({ SessionID($0) }) { state.sessions[id] = nil }
            case .interrupted, .resumed:
                state.isDeaf = signal == .interrupted
                state.sessions.removeAll()
            }
        }
    }

    /// When there are too many, all are forgotten: reading those in use again
    /// costs less than keeping their order.
    private func remember(_ session: LiveSession, as id: SessionID, in state: inout State) {
        if state.isDeaf { return }
        if state.sessions.count >= capacity { state.sessions.removeAll(keepingCapacity: true) }
        state.sessions[id] = session
    }
}
