/// A database.
///
/// All methods may be called from any task at any time; none of them blocks the
/// thread it is called on. Reads run beside each other and beside writes.
///
/// Before the store is started, calls throw `notOpen`; after it is stopped,
/// `closed`.
///
/// **Cancellation.** When the calling task is cancelled, a statement that waits
/// or runs ends, everything the closure wrote is rolled back, and `cancelled`
/// is thrown. A commit that has begun is completed and returns normally.
///
/// **SQL** is the part that SQLite and PostgreSQL share: `ON CONFLICT … DO
/// UPDATE` and `RETURNING`, no `INSERT OR REPLACE`, no `rowid`. Dates are stored
/// as BIGINT milliseconds since 1970, UUIDs as TEXT in lower case. What differs
/// between engines is asked of ``SQLWriting``, and the types of columns are
/// those of ``Migration``.
public protocol SQLDatabase: Sendable {
    /// Calls `body` with one consistent snapshot of the database.
    ///
    /// `body` may be called again, with another snapshot, and on the thread that calls this
    /// method: it changes nothing, and waits for nothing but the database.
    ///
    /// - Parameter recency: What the snapshot has to contain; left out, every
    ///   write that has returned.
    /// - Throws: ``SQLError`` (`readOnly` for statements that write), or what
    ///   `body` throws.
    func read<Value: Sendable>(
        _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
    ) async throws -> Value

    /// Calls `body` in a transaction, and commits.
    ///
    /// `body` may be called again, after all that it did to the database was
    /// undone: where several write at a time, a transaction that others came
    /// between has to begin anew. So it changes nothing but the database. What
    /// is to happen once its changes stand, it leaves to
    /// ``SQLWriting/afterCommit(_:)`` and ``SQLWriting/signal(_:_:)``, or the
    /// caller does it when this method has returned.
    ///
    /// In `body`, `RequestOrigin.current` is what it is where this method is called; other
    /// values of the calling task don't reach it.
    ///
    /// When this method returns, the changes are made, and unless `manner` says
    /// otherwise they are on disk and survive a power cut. When it throws,
    /// nothing of them is left, with one exception: after `outcomeUnknown` they
    /// are made as a whole, or not at all.
    ///
    /// - Parameter manner: Beside which others it may run, and when it is on disk;
    ///   left out, beside none and at once.
    /// - Throws: ``SQLError``, or what `body` throws.
    @discardableResult
    func write<Value: Sendable>(
        _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Value

    /// What stands for the present state: as long as it stays equal, nothing
    /// was committed.
    ///
    /// A commit of this process changes it before it is acknowledged, one of
    /// another process within some milliseconds. It costs nothing to speak of,
    /// so it can be asked at each request. Nil when it can't be told, as for a
    /// store that isn't open, or by an engine that can't tell it at that price.
    var changeMark: SQLChangeMark? { get }

    /// Calls `hear` with each signal of a topic from now on, for as long as the
    /// database is open; to be called before or after it is started.
    ///
    /// A signal of a write of this process is heard before that write returns;
    /// one of another process that shares the database soon after its commit, or
    /// else ``SQLSignal/interrupted`` or ``SQLSignal/resumed`` within a second. Equal signals of one
    /// transaction may be heard as one. Those of one write come in their order,
    /// and what `hear` reads of the database is at least as new as what it hears.
    ///
    /// - Parameter hear: Is called from any thread, one call after another, and
    ///   must return soon; it can't wait for the database.
    func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void)
}

extension SQLDatabase {
    /// Calls `body` with a snapshot in which every write that has returned is
    /// seen; see ``read(_:_:)``.
    @inlinable
    public func read<Value: Sendable>(_ body: @Sendable (any SQLReading) throws -> Value) async throws -> Value {
        try await read(.latest, body)
    }

    /// Calls `body` in a transaction of its own, durably; see ``write(_:_:)``.
    @inlinable @discardableResult
    public func write<Value: Sendable>(_ body: @Sendable (any SQLWriting) throws -> Value) async throws -> Value {
        try await write(.exclusive, body)
    }
}

/// How recent what is read has to be.
public enum SQLRecency: Sendable {
    /// Every write that has returned is seen.
    case latest
    /// What was true some seconds ago may do, so that a copy of the database may
    /// answer: for figures, lists and searches that nothing is decided by.
    case recent
}
