/// Keeps the session of this device: one, for all parts of the program and all
/// programs of the person.
///
/// Any number of calls may run at once, in any number of processes.
public protocol SessionStoring: Sendable {
    /// Reads the session.
    ///
    /// A store that can't be read never answers ``SessionReading/absent``.
    func load() async -> SessionReading

    /// Writes the session in place of the one before.
    ///
    /// When this method returns, the session is on disk and was read back and
    /// compared.
    ///
    /// - Throws: ``SessionStoreError``; the session before stands then.
    func save(_ session: StoredSession) async throws(SessionStoreError)

    /// Removes the session; it is fine if there is none.
    ///
    /// When this method returns, the session can't be read any more, not even
    /// by somebody with the file.
    func remove() async throws(SessionStoreError)
}

/// What reading the session brings.
public enum SessionReading: Sendable {
    /// Somebody is logged in.
    case present(StoredSession)
    /// Nobody is logged in.
    case absent
    /// It can't be said whether somebody is logged in.
    case unavailable(SessionStoreError)
}
