/// What can be done to the database within one transaction.
///
/// It is handed to the closure of ``SQLDatabase/write(_:_:)`` and is valid only
/// there: use beyond it throws `misuse`. Its statements see the changes made
/// before them. `RETURNING` works with the methods of ``SQLReading``:
///
/// ```swift
/// let count = try db.value("UPDATE … SET count = count + 1 … RETURNING count", as: Int.self)
/// ```
///
/// After a statement failed, the transaction can only be undone: whatever is
/// asked of it throws the same error, and so does the write, even if the closure
/// ignores it. Where a failure is expected and the transaction is to go on, the
/// statement belongs into a ``savepoint(_:)``.
///
/// Statements that begin or end transactions, attach files or set `PRAGMA`s
/// throw `notAllowed`.
public protocol SQLWriting: SQLReading {
    /// Runs a statement; rows that it returns are dropped.
    @discardableResult
    func run(_ sql: SQL) throws(SQLError) -> SQLChange

    /// Calls `body` so that what it changed is undone, and only that, if it
    /// throws: also what it signalled and left for after the commit.
    ///
    /// - Throws: What `body` throws, or ``SQLError`` when the savepoint can't be
    ///   set, kept or undone.
    @discardableResult
    func savepoint<Value>(_ body: (any SQLWriting) throws -> Value) throws -> Value

    /// The next number of a series: greater than all that its tables hold, and
    /// given to no other transaction beside this one. It is used up once a row has
    /// it: insert that before asking for another one.
    ///
    /// Where several write at a time, numbers may be left out, and one that was
    /// given earlier may be committed later. So a number orders rows, but who has
    /// read up to one can't conclude that no lower one will come.
    ///
    /// - Throws: ``SQLError``.
    func nextNumber(of series: SQLSeries) throws(SQLError) -> Int

    /// Waits for the lock of a name, and holds it until the actions after this
    /// transaction's commit have run, or until it is undone.
    ///
    /// What those did who held it before is seen, and what they left for after
    /// their commits has happened: for what is kept beside the database and has
    /// to agree with it. The name is bound to nothing in the database. It is best
    /// asked for first: an engine may have to begin anew once it has the lock.
    ///
    /// - Throws: ``SQLError``.
    func lock(_ name: String) throws(SQLError)

    /// What ends a `SELECT` of rows that a transaction claims, those left out that
    /// others have claimed; see ``SQLManner/Isolation/claiming``.
    ///
    /// ```swift
    /// try db.rows("UPDATE … WHERE id IN (SELECT id FROM … LIMIT \(count) \(db.claimClause)) RETURNING …")
    /// ```
    ///
    /// `FOR UPDATE SKIP LOCKED` in PostgreSQL; nothing where nobody else writes
    /// meanwhile.
    var claimClause: SQL { get }

    /// Leaves something for after the commit: to call somebody who waits for the
    /// rows, to remove a file that no row names any more.
    ///
    /// Once the transaction is committed, `action` is called, once, before the
    /// write returns; not when it is undone, nor when nobody can tell. The
    /// actions of a write run in their order, on a thread of the store, behind
    /// its signals. They must return soon and can't wait for the database. A
    /// process that is killed between the commit and the action doesn't come to
    /// it: what has to happen is written to a table.
    ///
    /// - Throws: ``SQLError``.
    func afterCommit(_ action: @escaping @Sendable () -> Void) throws(SQLError)

    /// Tells all who listen to a topic something, if and only if this transaction
    /// is committed; see ``SQLDatabase/listen(to:_:)``.
    ///
    /// It costs little here and much where several processes share a database: it
    /// is for what changes seldom, such as that sessions are over.
    ///
    /// - Parameter payload: Up to ``SQLTopic/longestPayload`` bytes, no NUL among
    ///   them.
    /// - Throws: `tooLarge`, or `notAllowed` for a NUL.
    func signal(_ topic: SQLTopic, _ payload: String) throws(SQLError)
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
