public import PluginKit

/// How the session of this device came to its end.
public enum SessionEnd: Hashable, Sendable {
    /// The person logged out.
    case loggedOut
    /// The server refused to renew the session: it was ended elsewhere, or was
    /// not used for too long.
    case refused
    /// The server ended all sessions of the account, because somebody used an
    /// old token of it once more.
    case copied
}

/// Cleans up after the session of this device.
///
/// Whoever keeps something that belongs to the person who was logged in (a
/// cache, a request that waits) removes it here.
public protocol SessionEndObserving: Sendable {
    /// Hears that the session was removed from the store. Others are told even
    /// if this one can't clean up.
    func sessionDidEnd(_ end: SessionEnd) async
}

/// Collects those who clean up after the session.
public enum SessionEndObservers: ExtensionPoint {
    /// An observer.
    public typealias Value = any SessionEndObserving
}
