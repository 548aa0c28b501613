public import SessionsAPI

/// Has the server end a session of this device that another one replaces
/// (SESS-21).
///
/// Any number of calls may run at once.
public protocol SessionRevoking: Sendable {
    /// Has a session ended that is still stored, and is about to be replaced.
    ///
    /// When the call returns, that waits on this device, sealed, and survives
    /// the program; it is sent when the new session stands. If that is never
    /// stored, the old one goes on.
    ///
    /// - Returns: Whether it waits; where nothing can, ``discard(_:)`` ends it once the new
    ///   session stands.
    func revoke(_ session: StoredSession) async -> Bool

    /// Has a session ended that isn't stored, or no longer is: at once, or, where something
    /// waits on this device, when the server can be reached.
    func discard(_ session: StoredSession) async
}
