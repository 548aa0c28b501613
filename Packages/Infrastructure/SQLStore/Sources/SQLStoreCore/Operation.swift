import Locking
package import SQLStoreAPI

/// A connection to a database; used on one thread only.
package protocol PooledConnection: AnyObject, SendableMetatype {
    /// The operation that runs now; statements end when it is cancelled.
    var cancellation: Cancellation? { get set }
    /// Whether nothing can be done over it any more.
    var isBroken: Bool { get }

    /// Does an operation, and with it others that may be done in one go.
    ///
    /// - Parameter next: Takes the one that has waited for longest, if it is such a one.
    func perform(_ first: Operation<Self>, with next: () -> Operation<Self>?)

    /// Ends it, before it is released.
    ///
    /// - Returns: What was wrong with that.
    func close() -> SQLError?
}

extension PooledConnection {
    /// Does nothing but the first.
    package func perform(_ first: Operation<Self>, with next: () -> Operation<Self>?) {
        first.perform(on: .success(self))()
    }
}

/// Something that is to be done with a connection, for a task that waits.
package final class Operation<Connection: PooledConnection>: Sendable {
    /// Resumes the task.
    package typealias Completion = () -> Void
    typealias Body = @Sendable (Result<Connection, SQLError>) -> Completion

    let cancellation = Cancellation()
    /// Whether it is completed when the store closes, and not cut short.
    let isWriting: Bool
    /// Whether it may be done in one go with others.
    let isJoint: Bool
    /// Ends the wait for a connection.
    private let timer = Locked<Task<Void, Never>?>(nil)
    private let body = Locked<Body?>(nil)

    init(isWriting: Bool, isJoint: Bool) {
        self.isWriting = isWriting
        self.isJoint = isJoint
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
    package func perform(on connection: Result<Connection, SQLError>) -> Completion {
        defer { forget() }
        return attempt(on: connection)
    }

    /// Does it in such a way that it can be done again, unless there is no connection or it was cancelled.
    ///
    /// - Returns: What resumes the task with this outcome, once ``forget()`` has been called.
    package func attempt(on connection: Result<Connection, SQLError>) -> Completion {
        let body = body.current
        guard let connection = try? connection.get() else { return body?(connection) ?? {} }
        connection.cancellation = cancellation
        defer { connection.cancellation = nil }
        return body?(cancellation.error.map(Result.failure) ?? .success(connection)) ?? {}
    }

    /// Lets go of what was to be done.
    package func forget() { body.withLock { $0 = nil } }
}
