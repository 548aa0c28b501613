import Locking
public import SessionsAPI

/// Passes everything on to another store, and notes in which order.
public final class SessionStoreSpy: SessionStoring {
    /// Something that was asked.
    public enum Call: Hashable, Sendable {
        /// ``SessionStoring/load()``.
        case load
        /// ``SessionStoring/save(_:)``.
        case save
        /// ``SessionStoring/remove()``.
        case remove
        /// ``SessionStoring/replace(_:with:)`` with another session.
        case replace
        /// ``SessionStoring/replace(_:with:)`` with nothing.
        case removeSame
    }

    private let store: any SessionStoring
    private let recorded = Locked<[Call]>([])
    private let whenLoaded: @Sendable () async -> Void

    /// Creates a spy on a store.
    ///
    /// - Parameter whenLoaded: Happens after each look, before anything else is asked.
    public init(
        _ store: any SessionStoring = InMemorySessionStore(), whenLoaded: @escaping @Sendable () async -> Void = {}
    ) {
        self.store = store
        self.whenLoaded = whenLoaded
    }

    /// What was asked so far, in order.
    public var calls: [Call] { recorded.current }

    /// Reads the session.
    public func load() async -> SessionReading {
        note(.load)
        let reading = await store.load()
        await whenLoaded()
        return reading
    }

    /// Writes the session.
    public func save(_ session: StoredSession) async throws(SessionStoreError) {
        note(.save)
        try await store.save(session)
    }

    /// Passes it on, and notes nothing: nothing is read or written.
    public func requireKey(of session: StoredSession) async throws(SessionStoreError) {
        try await store.requireKey(of: session)
    }

    /// Writes the session, unless what is stored stays.
    public func save(
        _ session: StoredSession, unless stays: @escaping @Sendable (SessionReading) -> Bool
    ) async throws(SessionStoreError) -> SessionReading {
        note(.save)
        return try await store.save(session, unless: stays)
    }

    /// Removes the session.
    public func remove() async throws(SessionStoreError) {
        note(.remove)
        try await store.remove()
    }

    /// Replaces or removes the session if it is still the same one.
    public func replace(
        _ old: StoredSession, with new: StoredSession?
    ) async throws(SessionStoreError) -> Bool {
        note(new == nil ? .removeSame : .replace)
        return try await store.replace(old, with: new)
    }

    private func note(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}
