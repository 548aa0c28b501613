import CoreModels
import Locking
public import SessionsAPI

/// A session store that forgets everything when the test ends.
///
/// Stores that were made from one another by ``forAnotherProcess()`` share the
/// session and the lock, as processes of one person do.
public final class InMemorySessionStore: SessionStoring, SessionLocking {
    private struct State {
        var session: StoredSession?
        var readError: SessionStoreError?
        var writeError: SessionStoreError?
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var saveCount = 0
    }

    private let state: Locked<State>

    /// Creates a store, with a session or without.
    public init(_ session: StoredSession? = nil) {
        state = Locked(State(session: session))
    }

    private init(sharing state: Locked<State>) {
        self.state = state
    }

    /// A store as another process would open it.
    public func forAnotherProcess() -> InMemorySessionStore {
        InMemorySessionStore(sharing: state)
    }

    /// The session that is stored, whatever errors are set.
    public var session: StoredSession? { state.withLock { $0.session } }
    /// How often a session was written.
    public var saveCount: Int { state.withLock { $0.saveCount } }

    /// Makes reading fail; nil ends that.
    public func failReads(with error: SessionStoreError?) {
        state.withLock { $0.readError = error }
    }

    /// Makes writing and removing fail; nil ends that.
    public func failWrites(with error: SessionStoreError?) {
        state.withLock { $0.writeError = error }
    }

    /// Reads the session.
    public func load() async -> SessionReading {
        state.withLock { state in
            if let error = state.readError { return .unavailable(error) }
            return state.session.map { .present($0) } ?? .absent
        }
    }

    /// Writes the session.
    public func save(_ session: StoredSession) async throws(SessionStoreError) {
        try check(session)
        try state.withLock { state throws(SessionStoreError) in
            if let error = state.writeError { throw error }
            state.session = session
            state.saveCount += 1
        }
    }

    /// Fails where writing fails since the key is another one.
    public func requireKey(of session: StoredSession) async throws(SessionStoreError) {
        try state.withLock { state throws(SessionStoreError) in
            if let error = state.writeError, error == .anotherKey { throw error }
        }
    }

    /// Writes the session, unless what is stored stays.
    public func save(
        _ session: StoredSession, unless stays: @escaping @Sendable (SessionReading) -> Bool
    ) async throws(SessionStoreError) -> SessionReading {
        try check(session)
        return try state.withLock { state throws(SessionStoreError) in
            if let error = state.writeError { throw error }
            let before: SessionReading =
                state.readError.map { .unavailable($0) } ?? state.session.map { .present($0) } ?? .absent
            guard !stays(before) else { return before }
            state.session = session
            state.saveCount += 1
            return before
        }
    }

    /// Removes the session.
    public func remove() async throws(SessionStoreError) {
        try state.withLock { state throws(SessionStoreError) in
            if let error = state.writeError { throw error }
            state.session = nil
        }
    }

    /// Replaces or removes the session if it is still the same one.
    public func replace(
        _ old: StoredSession, with new: StoredSession?
    ) async throws(SessionStoreError) -> Bool {
        if let new { try check(new) }
        return try state.withLock { state throws(SessionStoreError) in
            if let error = state.writeError { throw error }
            guard let stored = state.session, stored.isSame(as: old) else { return false }
            state.session = new
            if new != nil { state.saveCount += 1 }
            return true
        }
    }

    /// Waits for its turn and calls `body`.
    public func withSessionLock<Value>(
        _ body: () async throws(SessionStoreError) -> Value
    ) async throws(SessionStoreError) -> Value {
        await acquire()
        defer { release() }
        return try await body()
    }

    private func check(_ session: StoredSession) throws(SessionStoreError) {
        for token in [session.grant.accessToken, session.grant.refreshToken] {
            guard !token.isEmpty, token.withText({ $0 != nil }) else { throw .unencodable }
        }
        guard session.grant.expiresIn > 0 else { throw .unencodable }
    }

    private func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isLocked {
                    state.waiting.append(continuation)
                    return false
                }
                state.isLocked = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func release() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isLocked = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
