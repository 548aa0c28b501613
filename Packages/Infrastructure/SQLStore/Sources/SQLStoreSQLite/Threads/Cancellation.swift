import SQLStoreAPI
import Synchronization

/// Tells a running operation to end.
///
/// Each operation has its own, so that a late call can't reach the operation
/// that came after it on the same connection.
final class Cancellation: Sendable {
    private static let none = 0
    private static let task = 1
    private static let closing = 2

    private let state = Atomic<Int>(Cancellation.none)

    /// Ends the operation because its task was cancelled.
    func cancel() {
        _ = state.compareExchange(expected: Self.none, desired: Self.task, ordering: .relaxed)
    }

    /// Ends the operation because the store closes.
    func close() {
        _ = state.compareExchange(expected: Self.none, desired: Self.closing, ordering: .relaxed)
    }

    /// Why the operation is to end; nil while it isn't.
    var error: SQLError? {
        switch state.load(ordering: .relaxed) {
        case Self.task: SQLError(.cancelled, "the task was cancelled")
        case Self.closing: SQLError(.closed, "the store is closed")
        default: nil
        }
    }

    @inline(__always)
    func check() throws(SQLError) {
        if state.load(ordering: .relaxed) != Self.none, let error { throw error }
    }
}
