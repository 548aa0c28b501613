public import CoreModels
public import PluginKit
public import SQLStoreAPI

/// Something that happened to a session.
public enum SessionEvent: Hashable, Sendable {
    /// A person logged in.
    case began(SessionID, of: UserID, on: SessionClient)
    /// Sessions of one person were ended.
    case ended([SessionID], of: UserID, because: SessionEndReason)
    /// What a session was granted for was used a second time: a refresh token, or the code by
    /// which it began. Which sessions end by that, ``ended(_:of:because:)`` tells. It is recorded
    /// only.
    case reused(SessionID, of: UserID)
    /// Somebody came with a refresh token of a session that is worth nothing any more. It is
    /// recorded only.
    case refreshRefused(SessionID, of: UserID, because: RefreshRefusal)
    /// All sessions of a person end but perhaps one, also where there is no other: what
    /// waits to begin by what they said before has to end as well.
    case cleared(UserID)
}

/// Takes part in what happens to sessions.
///
/// An observer does one thing or several; each has a default that does nothing.
/// Calls come from any task, several at a time.
public protocol SessionObserving: Sendable {
    /// Records something in the transaction that makes the event true, so that
    /// both are on disk or none. It must only write to the database.
    ///
    /// - Throws: what undoes the whole transaction, the event included.
    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws

    /// Records something in the transaction that makes true what the devices of a
    /// person are told.
    ///
    /// - Throws: what undoes the whole transaction, as above.
    func record(_ event: SecurityEvent, of user: UserID, in transaction: any SQLWriting) throws

    /// Hears of an event that is on disk. Whoever caused it waits meanwhile.
    func observe(_ event: SessionEvent) async
}

extension SessionObserving {
    /// Records nothing.
    public func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {}
    /// Records nothing.
    public func record(_ event: SecurityEvent, of user: UserID, in transaction: any SQLWriting) throws {}
    /// Does nothing.
    public func observe(_ event: SessionEvent) async {}
}

/// Collects those who take part in what happens to sessions.
public enum SessionObservers: ExtensionPoint {
    /// An observer.
    public typealias Value = any SessionObserving
}
