import Locking
public import SQLStoreAPI
public import SessionsServiceAPI

/// Notes what happens to sessions, and undoes it if a test says so.
public final class SessionObserverSpy: SessionObserving {
    /// What ``record(_:in:)`` throws when it is told to fail.
    public struct Refusal: Error {}

    private struct State {
        var recorded: [SessionEvent] = []
        var observed: [SessionEvent] = []
        var isRefusing = false
    }

    private let state = Locked(State())

    /// Creates a spy that has heard nothing.
    public init() {}

    /// What was heard within transactions that were committed.
    public var recorded: [SessionEvent] { state.withLock { $0.recorded } }
    /// What was heard after transactions.
    public var observed: [SessionEvent] { state.withLock { $0.observed } }

    /// Makes every transaction fail from now on.
    public func refuse() {
        state.withLock { $0.isRefusing = true }
    }

    /// Notes an event, or refuses it.
    public func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        guard !state.withLock({ $0.isRefusing }) else { throw Refusal() }
        try transaction.afterCommit { [state] in state.withLock { $0.recorded.append(event) } }
    }

    /// Notes an event.
    public func observe(_ event: SessionEvent) async {
        state.withLock { $0.observed.append(event) }
    }
}
