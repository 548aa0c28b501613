import Locking
import SQLStoreAPI

/// Tells a running operation to end.
///
/// Each operation has its own, so that a late call can't reach the operation
/// that came after it on the same connection.
final class Cancellation: Sendable {
    private enum Reason {
        case task, closing
    }

    private struct State {
        var reason: Reason?
        /// Of the connection on which the operation runs.
        var bell: Bell?
    }

    private let state = Locked(State())

    /// Ends the operation because its task was cancelled.
    func cancel() { end(.task) }

    /// Ends the operation because the store closes.
    func close() { end(.closing) }

    private func end(_ reason: Reason) {
        let bell = state.withLock { state -> Bell? in
            guard state.reason == nil else { return nil }
            state.reason = reason
            return state.bell
        }
        bell?.ring()
    }

    /// Has the bell of a connection ring, from now on; nil for none.
    func ring(_ bell: Bell?) { state.withLock { $0.bell = bell } }

    /// Why the operation is to end; nil while it isn't.
    var error: SQLError? {
        switch state.withLock({ $0.reason }) {
        case .task: SQLError(.cancelled, "the task was cancelled")
        case .closing: SQLError(.closed, "the store is closed")
        case nil: nil
        }
    }

    func check() throws(SQLError) {
        if let error { throw error }
    }
}
