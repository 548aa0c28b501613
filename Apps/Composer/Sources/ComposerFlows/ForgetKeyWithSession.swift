public import ProofOfPossessionAPI
public import SessionsAPI

/// Removes the key to which a session was bound, however the session ended.
public struct ForgetKeyWithSession: SessionEndObserving {
    private let keys: any DeviceKeyKeeping
    private let sessions: any SessionStoring

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - keys: Keeps the key.
    ///   - sessions: Keeps the session.
    public init(keys: any DeviceKeyKeeping, sessions: any SessionStoring) {
        self.keys = keys
        self.sessions = sessions
    }

    /// Removes the key, unless somebody else's session took the place of the
    /// one that ended: that one is bound to the same key.
    public func sessionDidEnd(_ end: SessionEnd) async {
        if case .present = await sessions.load() { return }
        await keys.forgetKey()
    }
}
