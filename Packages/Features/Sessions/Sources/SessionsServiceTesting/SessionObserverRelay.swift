public import CoreModels
import Locking
public import SQLStoreAPI
public import SessionsServiceAPI

/// Passes on what happens to sessions to observers that are made later than the
/// sessions.
public final class SessionObserverRelay: SessionObserving {
    private let observers = Locked<[any SessionObserving]>([])

    /// Creates a relay to nobody.
    public init() {}

    /// Passes on to these from now on.
    public func relay(to observers: [any SessionObserving]) {
        self.observers.withLock { $0 = observers }
    }

    /// Has all of them record the event.
    public func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        for observer in observers.current { try observer.record(event, in: transaction) }
    }

    /// Has all of them record what devices are told.
    public func record(_ event: SecurityEvent, of user: UserID, in transaction: any SQLWriting) throws {
        for observer in observers.current { try observer.record(event, of: user, in: transaction) }
    }

    /// Tells all of them.
    public func observe(_ event: SessionEvent) async {
        for observer in observers.current { await observer.observe(event) }
    }
}
