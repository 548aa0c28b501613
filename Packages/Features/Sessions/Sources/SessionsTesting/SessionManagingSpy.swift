public import CoreModels
public import FoundationEssentials
import Locking
public import SessionsAPI

/// Keeps sessions in memory as a server would, notes what was asked, and fails
/// if a test says so.
public final class SessionManagingSpy: SessionManaging {
    /// What was asked.
    public enum Call: Hashable, Sendable {
        /// The list.
        case list
        /// To end one session.
        case end(SessionID)
        /// To end all others.
        case endOthers
        /// That one is the person's own.
        case confirm(SessionID)
    }

    private struct State {
        var sessions: [DeviceSession]
        var failures: [SessionManagingError] = []
        var calls: [Call] = []
    }

    private let state: Locked<State>
    private let knowsPlaces: Bool?

    /// Creates a server with these sessions.
    ///
    /// - Parameter knowsPlaces: Whether it says that it knows where networks are.
    public init(_ sessions: [DeviceSession] = [], knowsPlaces: Bool? = nil) {
        self.knowsPlaces = knowsPlaces
        state = Locked(State(sessions: sessions))
    }

    /// The calls so far, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// Lets the next calls fail, one for each error.
    public func fail(with errors: SessionManagingError...) {
        state.withLock { $0.failures += errors }
    }

    /// Answers with the sessions that are left.
    public func sessions() async throws(SessionManagingError) -> DeviceList {
        try note(.list)
        return DeviceList(state.withLock { $0.sessions }, knowsPlaces: knowsPlaces)
    }

    /// Ends a session, if there is one and it isn't the current one.
    public func end(_ id: SessionID) async throws(SessionManagingError) {
        try note(.end(id))
        guard let session = state.withLock({ $0.sessions.first { $0.id == id } }) else { throw .unknownSession }
        guard !session.isCurrent else { throw .currentSession }
        state.withLock { $0.sessions.removeAll { $0.id == id } }
    }

    /// Ends all sessions but the current one.
    public func endOthers() async throws(SessionManagingError) {
        try note(.endOthers)
        state.withLock { $0.sessions.removeAll { !$0.isCurrent } }
    }

    /// Takes note that a session is no stranger's.
    public func confirm(_ id: SessionID) async throws(SessionManagingError) {
        try note(.confirm(id))
        guard let index = state.withLock({ $0.sessions.firstIndex { $0.id == id } }) else { throw .unknownSession }
        state.withLock { state in
            let session = state.sessions[index]
            state.sessions[index] = .sample(
                id: session.id, device: session.device, location: session.location, createdAt: session.createdAt,
                lastSeenAt: session.lastSeenAt, isCurrent: session.isCurrent)
        }
    }

    private func note(_ call: Call) throws(SessionManagingError) {
        let failure = state.withLock { state in
            state.calls.append(call)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        if let failure { throw failure }
    }
}

extension DeviceSession {
    /// A session for tests; everything that isn't given is made up.
    public static func sample(
        id: SessionID = SessionID(UUID()), device: String? = "laptop", location: DevicePlace? = nil,
        createdAt: Date = Date(timeIntervalSince1970: 1_700_000_000),
        lastSeenAt: Date = Date(timeIntervalSince1970: 1_700_000_000), isCurrent: Bool = false,
        isSuspicious: Bool = false
    ) -> DeviceSession {
        DeviceSession(
            id: id, device: device, location: location, createdAt: createdAt, lastSeenAt: lastSeenAt,
            isCurrent: isCurrent, isSuspicious: isSuspicious)
    }
}
