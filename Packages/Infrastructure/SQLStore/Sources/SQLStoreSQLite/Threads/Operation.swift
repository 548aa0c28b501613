import SQLStoreAPI

/// Something that is to be done with a connection, for a task that waits.
///
/// `@unchecked Sendable`: what it is to do is taken by whoever took it from the
/// queue, which is one thread.
final class Operation: @unchecked Sendable {
    /// Resumes the task.
    typealias Completion = () -> Void

    let cancellation: Cancellation
    private var body: ((Result<Connection, SQLError>) -> Completion)?

    init(_ cancellation: Cancellation, _ body: @escaping (Result<Connection, SQLError>) -> Completion) {
        self.cancellation = cancellation
        self.body = body
    }

    /// Does it, unless there is no connection or it was cancelled.
    ///
    /// What was to be done is gone when this returns, and only then may the task
    /// go on, since its caller owns that.
    func perform(on connection: Result<Connection, SQLError>) -> Completion {
        let body = body.take()
        guard let connection = try? connection.get() else { return body?(connection) ?? {} }
        connection.cancellation = cancellation
        defer { connection.cancellation = nil }
        return body?(cancellation.error.map(Result.failure) ?? .success(connection)) ?? {}
    }
}
