public import SQLStoreAPI

/// Calls each closure of a write twice, and undoes what it did the first time.
///
/// The contract lets an engine do so (``SQLDatabase/write(_:_:)``), and one on
/// which several write at a time does, now and then. Over this one it happens
/// each time: a closure that changes anything but the database, or trusts that
/// something outside of it stays as it was, does so in its test. It works over
/// any engine.
public struct RehearsingDatabase: SQLDatabase {
    private let database: any SQLDatabase

    /// Creates a database that rehearses what it has another one do.
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Reads.
    public func read<Value: Sendable>(
        _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
    ) async throws -> Value {
        try await database.read(recency, body)
    }

    /// Calls `body`, undoes what it did, and calls it again.
    @discardableResult
    public func write<Value: Sendable>(
        _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Value {
        try await database.write(manner) { db in
            // Whatever came of it: the second time tells.
            try? db.savepoint { db in
                _ = try body(db)
                throw Rehearsed()
            }
            return try body(db)
        }
    }

    private struct Rehearsed: Error {}

    /// That of the other database.
    public var changeMark: SQLChangeMark? { database.changeMark }

    /// Listens to the other database.
    public func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {
        database.listen(to: topic, hear)
    }
}
