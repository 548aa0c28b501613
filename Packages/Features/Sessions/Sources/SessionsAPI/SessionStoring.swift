public import CoreModels

/// Keeps the session of this device: one, for all parts of the program and all
/// programs of the person.
///
/// Any number of calls may run at once, in any number of processes. When a
/// method that writes returns, what it did is on disk and was read back and
/// compared; when it throws, the session before stands.
public protocol SessionStoring: Sendable {
    /// Reads the session.
    ///
    /// A store that can't be read never answers ``SessionReading/absent``.
    func load() async -> SessionReading

    /// Writes the session in place of the one before: a person logged in.
    ///
    /// - Throws: ``SessionStoreError``; `unencodable` before anything is
    ///   written.
    func save(_ session: StoredSession) async throws(SessionStoreError)

    /// Makes sure that this device has the key to which a session that begins is bound, before
    /// anything is done about the one before.
    ///
    /// A key that another program removed meanwhile, with a session of before, is put back.
    ///
    /// - Throws: ``SessionStoreError``, `anotherKey` where the session could never be used here.
    func requireKey(of session: StoredSession) async throws(SessionStoreError)

    /// Writes the session in place of the one before, unless that has to stay.
    ///
    /// Nobody writes between the look and the change, no other program either.
    ///
    /// - Parameters:
    ///   - session: The session of whoever logged in.
    ///   - stays: Whether what is stored stays. It has to be quick, and may be asked more
    ///     than once.
    /// - Returns: What was stored until then; it still is if it stays.
    /// - Throws: ``SessionStoreError``, as ``save(_:)``, and `anotherKey` where this device doesn't
    ///   have the key at this moment to which the session is bound.
    func save(
        _ session: StoredSession, unless stays: @escaping @Sendable (SessionReading) -> Bool
    ) async throws(SessionStoreError) -> SessionReading

    /// Removes the session, also one that can't be read; it is fine if there
    /// is none.
    func remove() async throws(SessionStoreError)

    /// Replaces a session, or removes it, provided that it is still the one
    /// that is stored: if the person logged out or in meanwhile, what they did
    /// stands.
    ///
    /// Sessions are told apart by their refresh tokens.
    ///
    /// - Parameters:
    ///   - old: The session on which the change was decided.
    ///   - new: The session to write, or nil to remove it.
    /// - Returns: Whether it was still stored, and so was changed.
    /// - Throws: ``SessionStoreError``.
    func replace(_ old: StoredSession, with new: StoredSession?) async throws(SessionStoreError) -> Bool
}

/// What reading the session brings.
public enum SessionReading: Sendable {
    /// Somebody is logged in.
    case present(StoredSession)
    /// Nobody is logged in.
    case absent
    /// It can't be said whether somebody is logged in.
    case unavailable(SessionStoreError)

    /// Who is logged in; nil also if that can't be said.
    public var person: User? {
        guard case .present(let session) = self else { return nil }
        return session.user
    }
}
