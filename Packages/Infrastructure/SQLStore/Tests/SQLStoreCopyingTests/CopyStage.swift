import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreCopying
import SQLStorePostgres
import SQLStoreSQLite
import SQLStoreTesting

/// A file of SQLite, and an empty database on PostgreSQL that takes a copy of it.
struct CopyStage: Sendable {
    /// What is in the file.
    let path: String
    /// What takes the copy.
    let settings: PostgresSettings
    private let folder: TemporaryFolder
    private let server: PostgresServer
    private let name: String

    init(_ migrations: [Migration] = .all) async throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "source.sqlite")
        server = try await PostgresServer.shared()
        name = try await server.makeDatabase()
        settings = try server.settings(name)
        try await inFile(migrations) { _ in }
    }

    /// By what another process reaches the database.
    var url: String { "postgresql://essential@/\(name)?host=\(server.folder)" }

    /// The path of another file.
    func path(of name: String) -> String { folder.path(of: name) }

    /// Has a store open a file, as a server does.
    @discardableResult
    func inFile<Value: Sendable>(
        _ path: String? = nil, _ migrations: [Migration] = .all, _ body: (any SQLDatabase) async throws -> Value
    ) async throws -> Value {
        let store = SQLiteDatabase(SQLStoreSettings(path: path ?? self.path), migrations: { migrations })
        try await store.open()
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }

    @discardableResult
    func inFile<Value: Sendable>(
        _ migrations: [Migration], _ body: (any SQLDatabase) async throws -> Value
    ) async throws -> Value {
        try await inFile(nil, migrations, body)
    }

    /// Has a store open the copy, as a server does.
    @discardableResult
    func onPostgres<Value: Sendable>(
        _ migrations: [Migration] = .all, _ body: (any SQLDatabase) async throws -> Value
    ) async throws -> Value {
        let store = PostgresDatabase(settings, migrations: { migrations })
        try await store.open()
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }

    /// Runs statements on PostgreSQL, past any store.
    @discardableResult
    func administer(_ statements: String) async throws -> String? {
        try await PostgresDatabase.administer(settings, statements)
    }

    /// Copies the file to PostgreSQL.
    func copy(
        _ migrations: [Migration] = .all, _ report: @escaping @Sendable (DatabaseCopy.Progress) -> Void = { _ in }
    ) async throws -> CopiedDatabase {
        try await CopyStage.copy(.file(path), to: .server(settings), migrations, report)
    }

    /// Copies PostgreSQL's database to a new file.
    func copyBack(to path: String) async throws -> CopiedDatabase {
        try await CopyStage.copy(.server(settings), to: .file(path))
    }

    static func copy(
        _ source: DatabaseCopy.Place, to target: DatabaseCopy.Place, _ migrations: [Migration] = .all,
        _ report: @escaping @Sendable (DatabaseCopy.Progress) -> Void = { _ in }
    ) async throws -> CopiedDatabase {
        try await DatabaseCopy(
            from: source, to: target, migrations: migrations, knows: { _ in false },
            hashing: try Cryptography.real().hashing
        ).run(report)
    }
}

extension [Migration] {
    /// Tables of every kind that there is: with a key of a number, of bytes and of two columns, and without;
    /// one that refers to another, one with all types, and one that a migration fills.
    static let all = [
        Migration(
            "items-0001",
            """
            CREATE TABLE items (number BIGINT PRIMARY KEY, text TEXT NOT NULL, bytes BLOB);
            CREATE TABLE kinds (
                key BLOB, part INTEGER, whole BIGINT, fraction DOUBLE PRECISION, text TEXT UNIQUE, bytes BLOB,
                PRIMARY KEY (part, key)
            );
            CREATE TABLE parts (item BIGINT NOT NULL REFERENCES items (number) ON DELETE CASCADE, text TEXT);
            CREATE INDEX parts_item ON parts (item);
            """),
        Migration(
            "words-0001", "CREATE TABLE words (word TEXT PRIMARY KEY); INSERT INTO words VALUES ('X' GLOB 'x');",
            elsewhere: "CREATE TABLE words (word TEXT PRIMARY KEY); INSERT INTO words VALUES ('0');"),
    ]
}

extension SQLDatabase {
    /// Adds so many rows to two tables.
    func addItems(_ count: Int) async throws {
        try await write { db in
            try db.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO items (number, text, bytes) SELECT i * 3, 'Zeile № ' || i, randomblob(40) FROM n
                """)
            try db.run("INSERT INTO parts (item, text) SELECT number, text FROM items WHERE number % 30 = 0")
        }
    }

    /// All values of a table, in the order of all its columns.
    func rows(_ query: SQL) async throws -> [[SQLValue]] {
        try await read { db in
            try db.rows(query) { row in try row.columnNames.indices.map { try row.value(at: $0) } }
        }
    }
}
