/// What can be done to the database within one transaction.
///
/// It is handed to the closure of ``SQLDatabase/write(_:)`` and is valid only
/// there. Its statements see the changes made before them. `RETURNING` works
/// with the methods of ``SQLReading``:
///
/// ```swift
/// let count = try db.value("UPDATE … SET count = count + 1 … RETURNING count", as: Int.self)
/// ```
///
/// Statements that begin or end transactions, attach files or set `PRAGMA`s
/// throw `notAllowed`.
public protocol SQLWriting: SQLReading {
    /// Runs a statement; rows that it returns are dropped.
    @discardableResult
    func run(_ sql: SQL) throws(SQLError) -> SQLChange

    /// Calls `body` so that what it changed is undone, and only that, if it
    /// throws.
    ///
    /// After a statement failed, PostgreSQL goes on only from a savepoint;
    /// write so where a failure is expected and the transaction continues.
    ///
    /// - Throws: What `body` throws, or ``SQLError`` when the savepoint can't be
    ///   set, kept or undone.
    @discardableResult
    func savepoint<Value>(_ body: (any SQLWriting) throws -> Value) throws -> Value
}

/// What a statement changed.
public struct SQLChange: Hashable, Sendable {
    /// The number of rows inserted, updated or deleted by the statement itself,
    /// not counting triggers and foreign key actions.
    public let rowsChanged: Int

    /// Creates a change.
    public init(rowsChanged: Int) {
        self.rowsChanged = rowsChanged
    }
}
