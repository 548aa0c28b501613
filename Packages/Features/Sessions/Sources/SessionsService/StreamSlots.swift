import CoreModels
import Locking
import SessionsServiceAPI
import TelemetryAPI

/// Bounds how many event streams a person may have open.
final class StreamSlots: Sendable {
    /// A program has one; a few more are left for those that died unnoticed.
    static let perSession = 4
    static let perAccount = 32

    private struct State {
        var sessions: [SessionID: Int] = [:]
        var users: [UserID: Int] = [:]
    }

    private let state = Locked(State())
    private let open: any Gauge

    init(open: any Gauge) {
        self.open = open
    }

    /// A place for one more stream; nil when there is none.
    func take(for session: AuthenticatedSession) -> Slot? {
        let isTaken = state.withLock { state in
            guard state.sessions[session.sessionID, default: 0] < Self.perSession,
                state.users[session.userID, default: 0] < Self.perAccount
            else { return false }
            state.sessions[session.sessionID, default: 0] += 1
            state.users[session.userID, default: 0] += 1
            return true
        }
        guard isTaken else { return nil }
        open.add(1)
        return Slot(self, session)
    }

    private func giveBack(_ session: AuthenticatedSession) {
        state.withLock { state in
            Self.subtract(session.sessionID, from: &state.sessions)
            Self.subtract(session.userID, from: &state.users)
        }
        open.add(-1)
    }

    private static func subtract<Key: Hashable>(_ key: Key, from counts: inout [Key: Int]) {
        let count = counts[key, default: 0] - 1
        counts[key] = count > 0 ? count : nil
    }

    /// A place that is given back when nobody holds it any more, whether or not
    /// the stream was ever read.
    final class Slot: Sendable {
        private let slots: StreamSlots
        private let session: AuthenticatedSession

        fileprivate init(_ slots: StreamSlots, _ session: AuthenticatedSession) {
            self.slots = slots
            self.session = session
        }

        deinit { slots.giveBack(session) }
    }
}
