public import AccountsServiceAPI
import Locking
public import SQLStoreAPI

/// Notes what happens to accounts, and undoes it if a test says so.
public final class AccountObserverSpy: AccountObserving {
    /// What ``record(_:in:)`` throws when it is told to fail.
    public struct Refusal: Error {}

    private struct State {
        var recorded: [AccountEvent] = []
        var observed: [AccountEvent] = []
        var isRefusing = false
    }

    private let state = Locked(State())

    /// Creates a spy that has heard nothing.
    public init() {}

    /// What was heard within transactions that were committed.
    public var recorded: [AccountEvent] { state.withLock { $0.recorded } }
    /// What was heard after transactions.
    public var observed: [AccountEvent] { state.withLock { $0.observed } }

    /// Makes every transaction fail from now on.
    public func refuse() {
        state.withLock { $0.isRefusing = true }
    }

    /// Notes an event, or refuses it.
    public func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard !state.withLock({ $0.isRefusing }) else { throw Refusal() }
        try transaction.afterCommit { [state] in state.withLock { $0.recorded.append(event) } }
    }

    /// Notes an event.
    public func observe(_ event: AccountEvent) async {
        state.withLock { $0.observed.append(event) }
    }
}
