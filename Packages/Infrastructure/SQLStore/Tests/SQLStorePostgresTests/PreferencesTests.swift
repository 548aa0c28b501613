import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreTesting
import Testing

/// What a database, its user or its server prefer, and grant.
struct PreferencesTests {
    /// Bytes are bytes and what is committed stays, whatever sessions begin with.
    @Test(.requirement("SCALE-01")) func whatADatabasePrefersChangesNothing() async throws {
        let server = try await PostgresServer.shared(), name = try await server.makeDatabase()
        for preference in ["bytea_output = escape", "synchronous_commit = off"] {
            try await server.administer("ALTER DATABASE \(name) SET \(preference)")
        }
        let database = PostgresDatabase(try server.settings(name), migrations: { [.notes] })
        try await database.open()
        try await database.add("a")
        try await database.read { db throws in
            #expect(try db.value("SELECT decode('00ff415c', 'hex')", as: Data.self) == Data([0, 255, 65, 92]))
            #expect(try db.value("SELECT current_setting('synchronous_commit')") == "on")
        }
        await database.close()
    }

    /// As those who lend databases do while a disk is nearly full.
    @Test(.requirement("SCALE-01")) func aDatabaseThatOnlyReadsForAWhileIsWrittenAfterwards() async throws {
        let server = try await PostgresServer.shared(), name = try await server.makeDatabase()
        var settings = try server.settings(name)
        settings.connections = 1
        let database = PostgresDatabase(settings, migrations: { [.notes] })
        try await database.open()
        try await server.administer("ALTER DATABASE \(name) SET default_transaction_read_only = on")
        try await PostgresDatabase.administer(
            server.settings(name),
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        #expect(await sqlError { try await database.write { _ in } }?.code == .readOnly, "a health check sees it")
        #expect(try await database.texts().isEmpty)
        try await server.administer("ALTER DATABASE \(name) RESET default_transaction_read_only")
        #expect(await sqlError { try await database.write { _ in } }?.code == .readOnly, "as its session began")
        try await database.add("a")
        #expect(try await database.texts() == ["a"])
        await database.close()
    }

    @Test func aDatabaseInTheOrderOfALanguageIsRefused() async throws {
        let server = try await PostgresServer.shared()
        _ = try? await server.administer(
            "CREATE DATABASE ordered TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en' LOCALE 'C'")
        let database = PostgresDatabase(try server.settings("ordered"), migrations: { [.notes] })
        let error = await #expect(throws: UnfitDatabase.self) { try await database.open() }
        #expect(error == .encoded("UTF8", "ICU"))
    }

    /// Nobody is sent away while there is a connection.
    @Test(.requirement("SCALE-01"), .timeLimit(.minutes(2))) func fewerConnectionsThanWantedDoAll() async throws {
        let server = try await PostgresServer.shared(), name = try await server.makeDatabase()
        try await server.administer("CREATE ROLE limited_\(name) LOGIN PASSWORD 'let me in' CONNECTION LIMIT 4")
        try await server.administer("ALTER DATABASE \(name) OWNER TO limited_\(name)")
        let folder = try TemporaryFolder(), file = folder.path(of: "password")
        let write = try await ChildProcess.run("tee", [file], input: "let me in\n")
        #expect(write.exit == .status(0))
        var settings = try server.settings(name, user: "limited_\(name)", passwordFile: file)
        settings.connections = 16
        let database = PostgresDatabase(settings, migrations: { [.notes] })
        try await database.open()
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask {
                    try await database.read { db throws in
                        #expect(try db.value("SELECT COUNT(*) FROM generate_series(1, 20000)") == 20000)
                    }
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<50 { try await database.add("\(number)") }
        #expect(try await database.texts().count == 50)
        await database.close()
    }
}
