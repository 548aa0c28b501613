import SQLStoreAPI
import Threads

/// A connection and the thread it lives on.
///
/// The connection is opened on that thread when it is first needed and is used
/// by no other.
actor Worker {
    private let thread: SerialThread
    private let makeConnection: @Sendable () throws(SQLError) -> Connection
    private var connection: Connection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(name: String, makeConnection: @escaping @Sendable () throws(SQLError) -> Connection) throws(SQLError) {
        do {
            thread = try SerialThread(name: name)
        } catch {
            throw SQLError(.other, "no thread for the database: pthread_create failed with error \(error.code)")
        }
        self.makeConnection = makeConnection
    }

    /// Calls `body` on the thread, unless it is cancelled before.
    func perform<Value: Sendable>(
        _ cancellation: Cancellation,
        _ body: @Sendable (Connection) throws -> Value
    ) throws -> Value {
        try cancellation.check()
        let connection = try openConnection()
        connection.cancellation = cancellation
        defer { connection.cancellation = nil }
        return try body(connection)
    }

    /// Closes the connection and tells what was wrong with that, if anything.
    func close() -> SQLError? {
        defer { connection = nil }
        return connection?.close()
    }

    private func openConnection() throws(SQLError) -> Connection {
        if let connection { return connection }
        let new = try makeConnection()
        connection = new
        return new
    }
}
