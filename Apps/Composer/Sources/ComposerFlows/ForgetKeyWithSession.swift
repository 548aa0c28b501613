public import ProofOfPossessionAPI
public import SecureStorageAPI
public import SessionsAPI

/// Removes the key to which a session was bound, however the session ended.
public struct ForgetKeyWithSession: SessionEndObserving {
    private let keys: any DeviceKeyKeeping
    private let sessions: any SessionStoring
    private let session: SecretName

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - keys: Keeps the key.
    ///   - sessions: Keeps the session.
    ///   - session: The name under which the vault has it.
    public init(keys: any DeviceKeyKeeping, sessions: any SessionStoring, session: SecretName) {
        self.keys = keys
        self.sessions = sessions
        self.session = session
    }

    /// Removes the key, unless somebody else's session took the place of the
    /// one that ended: that one is bound to the same key.
    public func sessionDidEnd(_ end: SessionEnd) async {
        if case .present = await sessions.load() { return }
        // One may begin just now.
        await keys.forgetKey(unlessStored: session)
    }
}
