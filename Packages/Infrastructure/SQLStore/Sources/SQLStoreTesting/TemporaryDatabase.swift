import FoundationEssentials
import KernelTesting
import Locking
public import SQLStoreAPI
import SQLStoreSQLite

/// A real database in a new file, for tests.
///
/// ```swift
/// let store = try await TemporaryDatabase(AccountsMigrations.all)
/// let accounts = Accounts(database: store.database)
/// ```
///
/// This is where tests of everything that stands on a database get theirs, and
/// so the one place in which another engine takes the place of SQLite: with
/// `ESSENTIAL_TEST_DATABASE=postgres` it is one on a PostgreSQL server, where
/// what is SQLite's own isn't to be had: the file and its maintenance.
///
/// The file goes with the last reference. What the store reports is in
/// ``events``; a fault, such as a statement left open, is best expected absent
/// after ``close()``.
public final class TemporaryDatabase: Sendable {
    /// The database, which calls each closure that writes twice; see
    /// ``RehearsingDatabase``.
    public var database: any SQLDatabase { RehearsingDatabase(engine) }
    /// The database itself, for closures that wait for their test.
    package var engine: any SQLDatabase { elsewhere?.database ?? store.current }
    /// What is done with the database as a whole.
    public var maintenance: any SQLMaintaining { store.current }
    /// The path of the file.
    public let path: String

    private let folder: TemporaryFolder
    private let migrations: Locked<[Migration]>
    private let observer = SQLStoreObserverSpy()
    private let store: Locked<SQLiteDatabase>
    /// The database, where it isn't SQLite's.
    fileprivate let elsewhere: TemporaryPostgres?

    fileprivate static let isElsewhere = ProcessInfo.processInfo.environment["ESSENTIAL_TEST_DATABASE"] == "postgres"

    /// Creates a database with these tables.
    public convenience init(_ migrations: Migration...) async throws {
        try await self.init(migrations)
    }

    /// Creates a database with these tables.
    public convenience init(_ migrations: [Migration]) async throws {
        let elsewhere = Self.isElsewhere ? try await TemporaryPostgres(migrations) : nil
        try await self.init(migrations, in: try TemporaryFolder(), elsewhere)
    }

    private init(
        _ migrations: [Migration], in folder: TemporaryFolder, _ elsewhere: TemporaryPostgres?
    ) async throws {
        self.elsewhere = elsewhere
        self.folder = folder
        path = folder.path(of: "test.db")
        self.migrations = Locked(migrations)
        store = Locked(SQLiteDatabase(SQLStoreSettings(path: path), migrations: { migrations }, observer: observer))
        if elsewhere == nil { try await store.current.open() }
    }

    /// Opens the same file once more, as another program does beside this one.
    public func openedAgain() async throws -> TemporaryDatabase {
        try await TemporaryDatabase(migrations.current, in: folder, elsewhere?.beside(migrations.current))
    }

    /// What the store reported so far.
    public var events: [SQLStoreEvent] { elsewhere?.events ?? observer.events }

    /// The faults the store reported so far.
    public var faults: [SQLError] { elsewhere == nil ? observer.faults : [] }

    /// Does each of the sweeps once, as the store does now and then.
    public func sweep(_ sweeps: [Sweep]) async throws {
        for sweep in sweeps { try await database.write(.soon, sweep.body) }
    }

    /// Closes the database, as at the end of a program.
    public func close() async {
        if let elsewhere { return await elsewhere.close() }
        await store.current.close()
    }

    /// Closes the database and opens it again, as a restart of the program does.
    ///
    /// - Parameter newer: The migrations of a newer program, if it is one.
    public func reopen(with newer: [Migration]? = nil) async throws {
        if let elsewhere { return try await elsewhere.reopen(with: newer) }
        await close()
        if let newer { migrations.withLock { $0 = newer } }
        let migrations = migrations.current
        let new = SQLiteDatabase(SQLStoreSettings(path: path), migrations: { migrations }, observer: observer)
        try await new.open()
        store.withLock { $0 = new }
    }

    /// The statements since the last opening that read a whole table, or a whole
    /// index.
    ///
    /// What they take grows with the table: a feature's test runs what is asked
    /// often, and expects none.
    public func wholeTableReads() async throws -> [String] {
        if elsewhere != nil { return [] }
        return try await store.current.wholeTableReads()
    }

    /// Makes the disk full: the database can't grow any more.
    ///
    /// Writes that need room throw `diskFull` until ``freeDisk()``.
    public func fillDisk() async throws {
        if let elsewhere { return try await elsewhere.fillDisk() }
        let pages = try await database.read { db in
            try db.value("SELECT page_count FROM pragma_page_count", as: Int.self)
        }
        try await store.current.limitSize(pages: pages ?? 1)
    }

    /// Lets the database grow again.
    public func freeDisk() async throws {
        if let elsewhere { return try await elsewhere.freeDisk() }
        try await store.current.limitSize(pages: Int(Int32.max) - 1)
    }
}

// MARK: - What engines do in their own way

extension TemporaryDatabase {
    /// Whether it is a file of SQLite, for tests of what only that has: bytes to look
    /// through, columns that take any type once no check is in the way, texts that
    /// hold a NUL, and a change mark.
    public static var isFile: Bool { !isElsewhere }

    /// Has each change of a table fail.
    ///
    /// - Parameter change: `INSERT` or `UPDATE`.
    public func refuse(_ change: SQL, of table: SQL) async throws {
        if let elsewhere { return try await elsewhere.refuse(change.text, of: table.text) }
        try await engine.write { db in
            try db.run(
                """
                CREATE TRIGGER refused_\(change)_of_\(table) BEFORE \(change) ON \(table)
                BEGIN SELECT RAISE(ABORT, 'refused'); END
                """)
        }
    }

    /// Lets such changes succeed again.
    public func accept(_ change: SQL, of table: SQL) async throws {
        if let elsewhere { return try await elsewhere.accept(change.text, of: table.text) }
        try await engine.write { db in try db.run("DROP TRIGGER refused_\(change)_of_\(table)") }
    }
}
