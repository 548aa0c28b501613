import Locking
package import SQLStoreAPI

/// A connection to a database; used on one thread only.
package protocol PooledConnection: AnyObject, SendableMetatype {
    /// The operation that runs now; statements end when it is cancelled.
    var cancellation: Cancellation? { get set }
    /// Whether nothing can be done over it any more.
    var isBroken: Bool { get }

    /// Ends it, before it is released.
    ///
    /// - Returns: What was wrong with that.
    func close() -> SQLError?
}

/// Something that is to be done with a connection, for a task that waits.
final class Operation<Connection: PooledConnection>: Sendable {
    /// Resumes the task.
    typealias Completion = () -> Void
    typealias Body = @Sendable (Result<Connection, SQLError>) -> Completion

    let cancellation = Cancellation()
    /// Whether it is completed when the store closes, and not cut short.
    let isWriting: Bool
    /// Ends the wait for a connection.
    private let timer = Locked<Task<Void, Never>?>(nil)
    private let body = Locked<Body?>(nil)

    init(isWriting: Bool) {
        self.isWriting = isWriting
    }

    /// Says what it is to do, before it is handed to anybody.
    func set(_ body: @escaping Body) { self.body.withLock { $0 = body } }

    func set(_ timer: Task<Void, Never>?) {
        self.timer.withLock { present in
            present?.cancel()
            present = timer
        }
    }

    /// Does it, unless there is no connection or it was cancelled.
    ///
    /// What was to be done is gone when this returns, and only then may the task
    /// go on, since its caller owns that.
    func perform(on connection: Result<Connection, SQLError>) -> Completion {
        let body = body.withLock { $0.take() }
        guard let connection = try? connection.get() else { return body?(connection) ?? {} }
        connection.cancellation = cancellation
        defer { connection.cancellation = nil }
        return body?(cancellation.error.map(Result.failure) ?? .success(connection)) ?? {}
    }
}
