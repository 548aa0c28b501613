import Locking
package import SQLStoreAPI
import Synchronization

/// Tells a running operation to end.
///
/// Each operation has its own, so that a late call can't reach the operation
/// that came after it on the same connection.
package final class Cancellation: Sendable {
    private static let none = 0
    private static let task = 1
    private static let closing = 2

    private let reason = Atomic<Int>(Cancellation.none)
    private let alarm = Locked<(@Sendable () -> Void)?>(nil)

    /// Creates one that lets its operation go on.
    package init() {}

    /// Ends the operation because its task was cancelled.
    package func cancel() { end(Self.task) }

    /// Ends the operation because the store closes.
    package func close() { end(Self.closing) }

    private func end(_ why: Int) {
        guard reason.compareExchange(expected: Self.none, desired: why, ordering: .relaxed).exchanged else { return }
        alarm.current?()
    }

    /// Has `alarm` called when the operation is to end, from now on; nil for none.
    ///
    /// Who looks at ``error`` afterwards misses nothing.
    package func notify(_ alarm: (@Sendable () -> Void)?) { self.alarm.withLock { $0 = alarm } }

    /// Why the operation is to end; nil while it isn't.
    package var error: SQLError? {
        switch reason.load(ordering: .relaxed) {
        case Self.task: SQLError(.cancelled, "the task was cancelled")
        case Self.closing: SQLError(.closed, "the store is closed")
        default: nil
        }
    }

    /// Throws if the operation is to end.
    package func check() throws(SQLError) {
        if reason.load(ordering: .relaxed) != Self.none, let error { throw error }
    }
}
