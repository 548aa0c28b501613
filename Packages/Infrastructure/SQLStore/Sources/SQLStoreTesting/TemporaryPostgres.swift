import Locking
package import SQLStoreAPI
package import SQLStorePostgres

/// A real database of its own on a PostgreSQL server, for tests.
///
/// It goes with the last reference. What the store reports is in ``events``.
package final class TemporaryPostgres: SQLStoreUnderTest {
    /// The database, each of whose closures that write is called once; it keeps what it is in.
    package var database: any SQLDatabase { KeptDatabase(database: store.current, keeper: self) }
    /// The settings by which it is reached.
    package let settings: PostgresSettings

    private let server: PostgresServer
    private let name: String
    /// Keeps the database for as long as it is used beside this store.
    private let first: TemporaryPostgres?
    private let migrations: Locked<[Migration]>
    private let observer = SQLStoreObserverSpy()
    private let store: Locked<PostgresDatabase>

    /// Creates a database with these tables.
    ///
    /// - Parameter settings: Makes of the database's name by what it is reached; nil for the
    ///   server's own socket.
    package init(
        _ migrations: [Migration], settings: ((PostgresServer, String) throws -> PostgresSettings)? = nil
    ) async throws {
        first = nil
        server = try await PostgresServer.shared()
        name = try await server.makeDatabase()
        if let settings {
            self.settings = try settings(server, name)
        } else {
            // Many tests run side by side, each with connections of its own.
            var few = try server.settings(name)
            few.connections = 3
            self.settings = few
        }
        self.migrations = Locked(migrations)
        store = Locked(PostgresDatabase(self.settings, migrations: { migrations }, observer: observer))
        try await store.current.open()
    }

    private init(_ migrations: [Migration], beside first: TemporaryPostgres) async throws {
        self.first = first
        (server, name, settings) = (first.server, first.name, first.settings)
        self.migrations = Locked(migrations)
        store = Locked(PostgresDatabase(settings, migrations: { migrations }, observer: observer))
        try await store.current.open()
    }

    /// Opens the same database once more, as another server does beside this one.
    package func beside(_ migrations: [Migration]) async throws -> TemporaryPostgres {
        try await TemporaryPostgres(migrations, beside: self)
    }

    deinit {
        let (store, server, name, isFirst) = (store.current, server, name, first == nil)
        Task.detached {
            await store.close()
            if isFirst { _ = try? await server.administer("DROP DATABASE \(name) WITH (FORCE)") }
        }
    }

    /// What the store reported so far.
    package var events: [SQLStoreEvent] { observer.events }

    /// Runs statements in the database, past the store.
    @discardableResult
    package func administer(_ statements: String) async throws -> String? {
        try await PostgresDatabase.administer(server.settings(name), statements)
    }

    package func close() async { await store.current.close() }

    package func reopen(with newer: [Migration]?) async throws {
        await close()
        if let newer { migrations.withLock { $0 = newer } }
        let migrations = migrations.current
        let new = PostgresDatabase(settings, migrations: { migrations }, observer: observer)
        store.withLock { $0 = new }
        try await new.open()
    }
}

// MARK: - Trouble

extension TemporaryPostgres {
    /// Has each row that is added or changed fail, as the server does on a full disk.
    package func fillDisk() async throws {
        try await administer(
            """
            CREATE OR REPLACE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
            \(forEachTable("CREATE TRIGGER disk_is_full BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION disk_is_full()"))
            """)
    }

    /// Lets rows be added and changed again.
    package func freeDisk() async throws {
        try await administer(forEachTable("DROP TRIGGER IF EXISTS disk_is_full ON %I"))
    }

    private func forEachTable(_ statement: String) -> String {
        """
        DO $$ DECLARE name text; BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
                EXECUTE format('\(statement)', name);
            END LOOP;
        END $$
        """
    }

    /// Has each change of a table fail.
    package func refuse(_ change: String, of table: String) async throws {
        try await administer(
            """
            CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'refused'; END $$;
            CREATE TRIGGER refused_\(change)_of_\(table) BEFORE \(change) ON \(table)
                FOR EACH ROW EXECUTE FUNCTION refuse()
            """)
    }

    /// Lets such changes succeed again.
    package func accept(_ change: String, of table: String) async throws {
        try await administer("DROP TRIGGER refused_\(change)_of_\(table) ON \(table)")
    }
}

/// A database for as long as somebody uses it.
private struct KeptDatabase: SQLDatabase {
    let database: any SQLDatabase
    let keeper: TemporaryPostgres

    func read<Value: Sendable>(
        _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
    ) async throws -> Value {
        try await database.read(recency, body)
    }

    func write<Value: Sendable>(
        _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Value {
        try await database.write(manner, body)
    }

    var changeMark: SQLChangeMark? { database.changeMark }

    func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {
        database.listen(to: topic, hear)
    }
}
