public import AccountsServiceAPI
import Locking
public import SQLStoreAPI

/// Passes on what happens to accounts to observers that are made later than
/// the accounts.
public final class AccountObserverRelay: AccountObserving {
    private let observers = Locked<[any AccountObserving]>([])

    /// Creates a relay to nobody.
    public init() {}

    /// Passes on to these from now on.
    public func relay(to observers: [any AccountObserving]) {
        self.observers.withLock { $0 = observers }
    }

    /// Has all of them record the event.
    public func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        for observer in observers.current { try observer.record(event, in: transaction) }
    }

    /// Tells all of them.
    public func observe(_ event: AccountEvent) async {
        for observer in observers.current { await observer.observe(event) }
    }
}
