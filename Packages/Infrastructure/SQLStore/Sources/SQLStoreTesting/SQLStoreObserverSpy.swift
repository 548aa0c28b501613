import Locking
public import SQLStoreAPI

/// Collects what a store reports.
public final class SQLStoreObserverSpy: SQLStoreObserving {
    private let collected = Locked<[SQLStoreEvent]>([])

    /// Creates an observer that has heard nothing.
    public init() {}

    /// What was reported so far, in order.
    public var events: [SQLStoreEvent] { collected.current }

    /// The faults among it.
    public var faults: [SQLError] {
        events.compactMap { if case .fault(let error) = $0 { error } else { nil } }
    }

    /// Collects an event.
    public func observe(_ event: SQLStoreEvent) {
        collected.withLock { $0.append(event) }
    }
}
