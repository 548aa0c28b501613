import KernelTesting
import Localization
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

struct MigrationTests {
    private let first = Migration("notes-0001", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL);")
    private let second = Migration(
        "notes-0002",
        """
        -- Notes have a colour.
        ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
        UPDATE notes SET colour = 'green' WHERE id = 1;
        """)

    @Test func appliesEachOnceAndInOrder() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        let events = try await run(path, [first]) { store in try await store.insert(["a", "b"]) }
        #expect(events.contains(.migrated(id: "notes-0001")))
        for round in 0..<3 {
            let other = Migration("other-0001", "CREATE TABLE other (note INTEGER REFERENCES notes (id))")
            let events = try await run(path, [other, first, second]) { store in
                let colours: [String] = try await store.read { db in
                    try db.values("SELECT colour FROM notes ORDER BY id")
                }
                #expect(colours == ["green", "red"])
                let ids: [String] = try await store.read { db in
                    try db.values("SELECT id FROM schema_migrations ORDER BY position, id")
                }
                #expect(ids == ["notes-0001", "other-0001", "notes-0002"])
                let dates: [Int] = try await store.read { db in
                    try db.values("SELECT applied_at FROM schema_migrations")
                }
                #expect(dates == Array(repeating: 1_767_323_045_000, count: 3))
            }
            let migrated = events.filter { if case .migrated = $0 { true } else { false } }
            #expect(migrated == (round == 0 ? [.migrated(id: "other-0001"), .migrated(id: "notes-0002")] : []))
        }
    }

    @Test func stopsAtAMigrationThatWasChanged() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        _ = try await run(path, [first, second]) { _ in }
        let changed = Migration(
            "notes-0002", second.statements.replacing("DEFAULT 'red'", with: "DEFAULT 'blue'"))
        let pending = Migration("notes-0003", "DROP TABLE notes")
        let error = await sqlError { _ = try await run(path, [first, changed, pending]) { _ in } }
        #expect(error?.code == .migrationChanged)
        #expect(error?.message.contains("notes-0002 was changed") == true)
        #expect(error?.message.contains("line 2") == true)
        #expect(error?.message.contains("DEFAULT 'red'") == true)
        #expect(error?.message.contains("DEFAULT 'blue'") == true)
        let longer = Migration("notes-0002", second.statements + "\nDROP TABLE notes;")
        let error2 = await sqlError { _ = try await run(path, [first, longer]) { _ in } }
        #expect(error2?.message.contains("line 4 was the end and is now “DROP TABLE notes;”") == true)
        _ = try await run(path, [first, second]) { _ in }
    }

    @Test func stopsAtADatabaseOfANewerVersion() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        _ = try await run(path, [first, second]) { _ in }
        let error = await sqlError { _ = try await run(path, [first]) { _ in } }
        #expect(error?.code == .migrationUnknown)
        #expect(error?.message.contains("notes-0002") == true)
        #expect(error?.advice?.english.contains("newer version") == true)
    }

    @Test func goesOnWithoutAPluginThatIsSwitchedOff() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        let other = Migration("other-0001", "CREATE TABLE other (x INTEGER)")
        _ = try await run(path, [first, other]) { _ in }
        let events = try await run(path, [first]) { _ in }
        #expect(events.contains(.foreignMigration(id: "other-0001")))
        _ = try await run(path, [first, other]) { _ in }
    }

    /// A newer version may have brought a whole plugin.
    @Test func stopsAtTablesOfAPluginThatTheProgramDoesNotKnow() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db"), other = Migration("other-part-0001", "CREATE TABLE other (x INTEGER)")
        _ = try await run(path, [first, other]) { _ in }
        for (known, isOpened) in [("other-part-0002", false), ("other-part-0001", true)] {
            var settings = SQLStoreSettings(path: path)
            settings.knows = { $0 == known }
            let first = first, store = SQLiteDatabase(settings, migrations: { [first] })
            let error = await sqlError { try await store.open() }
            #expect(error?.code == (isOpened ? nil : .migrationUnknown))
            #expect(error?.message.contains("this version of other-part") != false)
            await store.close()
        }
    }

    @Test(arguments: [
        ("CREATE TABLE other (x INTEGER); CREATE TABLE notes (y INTEGER);", "already exists"),
        ("INSERT INTO notes (id, text) VALUES (1, 'twice')", "UNIQUE"),
        ("CREATE TABLE other (x INTEGER); COMMIT;", "not authorized"),
        ("CREATE TABLE other (x INTEGER); CREATE", "incomplete input"),
    ])
    func leavesTheDatabaseAsItWasWhenOneFails(statements: String, reason: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        _ = try await run(path, [first]) { store in try await store.insert(["a"]) }
        let error = await sqlError {
            _ = try await run(path, [first, second, Migration("bad-0001", statements)]) { _ in }
        }
        #expect(error?.code == .migrationFailed)
        #expect(error?.message.contains("bad-0001") == true)
        #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
        let events = try await run(path, [first]) { store in
            let tables: [String] = try await store.read { db in
                try db.values("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            }
            #expect(tables == ["notes", "schema_migrations"])
            #expect(try await store.texts() == ["a"])
        }
        #expect(!events.contains { if case .migrated = $0 { true } else { false } })
    }

    @Test func checksReferencesWhenATableIsRebuilt() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        let tables = Migration(
            "tree-0001",
            """
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (parent INTEGER NOT NULL REFERENCES parent (id));
            INSERT INTO parent VALUES (1);
            INSERT INTO child VALUES (1);
            """)
        _ = try await run(path, [tables]) { _ in }
        let broken = Migration("tree-0002", "DELETE FROM parent;")
        let error = await sqlError { _ = try await run(path, [tables, broken]) { _ in } }
        #expect(error?.code == .foreignKeyViolation)
        let rebuilt = Migration(
            "tree-0002", "DELETE FROM parent; INSERT INTO parent VALUES (1); ALTER TABLE parent ADD COLUMN name TEXT;")
        _ = try await run(path, [tables, rebuilt]) { store in try await store.checkIntegrity() }
    }

    @Test func refusesAListThatContradictsItself() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        for migrations in [
            [first, first], [Migration("notes", "")], [Migration("notes-", "")], [Migration("notes-one", "")],
        ] {
            let error = await sqlError { _ = try await run(path, migrations) { _ in } }
            #expect(error?.code == .migrationInvalid)
            #expect(error?.message.contains("notes") == true)
        }
    }

    @Test func appliesThemOnceEvenIfManyStartAtOnce() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        let stores = (0..<6).map { _ in makeStore(path, [first, second]) }
        try await withThrowingTaskGroup { group in
            for store in stores {
                group.addTask {
                    try await store.open()
                    try await store.insert(["a"])
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].texts().count == 6)
        for store in stores { await store.close() }
    }

    private func run(
        _ path: String, _ migrations: [Migration], _ body: (SQLiteDatabase) async throws -> Void
    ) async throws -> [SQLStoreEvent] {
        let observer = SQLStoreObserverSpy()
        let store = makeStore(path, migrations, observer: observer)
        try await store.open()
        try await body(store)
        await store.close()
        #expect(observer.faults.isEmpty)
        return observer.events
    }
}
