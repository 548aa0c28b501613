/// A database.
///
/// All methods may be called from any task at any time; none of them blocks the
/// thread it is called on. Reads run beside each other and beside the writer;
/// writes run one after another, in the order of their calls.
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
/// as INTEGER milliseconds since 1970, UUIDs as TEXT in lower case.
public protocol SQLDatabase: Sendable {
    /// Calls `body` with one consistent snapshot of the database.
    ///
    /// A read that starts after a write has returned sees it.
    ///
    /// - Throws: ``SQLError`` (`readOnly` for statements that write), or what
    ///   `body` throws.
    func read<Value: Sendable>(_ body: @Sendable (any SQLReading) throws -> Value) async throws -> Value

    /// Calls `body`, at most once, in a transaction that excludes other writers,
    /// and commits.
    ///
    /// When this method returns, the changes are on disk and survive a power
    /// cut. When it throws, nothing of them is left.
    ///
    /// - Throws: ``SQLError``, or what `body` throws.
    @discardableResult
    func write<Value: Sendable>(_ body: @Sendable (any SQLWriting) throws -> Value) async throws -> Value

    /// What stands for the present state: as long as it stays equal, nothing
    /// was committed.
    ///
    /// A commit of this process changes it before it is acknowledged, one of
    /// another process within some milliseconds. It costs nothing to speak of,
    /// so it can be asked at each request. Nil when it can't be told, as for a
    /// store that isn't open.
    var changeMark: SQLChangeMark? { get }

    /// Writes a copy of the database, as it is at one moment, to a file.
    ///
    /// Reads and writes go on meanwhile. The file has the mode 0600, appears
    /// only when it is complete, verified and on disk, and replaces one of that
    /// name.
    ///
    /// - Throws: `diskFull`, `cannotOpen`, `permission`, `damaged`, `cancelled`,
    ///   or `misuse` when the path is the database's own.
    func backup(toFile path: String) async throws(SQLError)

    /// Verifies the structure of the whole file, its indexes and foreign keys.
    ///
    /// - Throws: `damaged` with what was found.
    func checkIntegrity() async throws(SQLError)
}
