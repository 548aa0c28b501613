import KernelTesting
import Localization
import Locking
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreTesting
import Testing

/// What is PostgreSQL's own, and features shall not notice.
struct EngineTests {
    @Test func valuesHaveTheTypesThatSQLiteGivesThem() async throws {
        let store = try await TemporaryPostgres([.notes])
        for text in ["a", "b"] { try await store.database.add(text) }
        try await store.database.read { db throws in
            #expect(try db.value("SELECT SUM(position) FROM notes") == 3)
            #expect(try db.value("SELECT COUNT(*) FROM notes") == 2)
            #expect(try db.value("SELECT text IS NOT NULL FROM notes LIMIT \(1)") == true)
            #expect(try db.value("SELECT position FROM notes WHERE (\(false) OR text = \("b"))") == 2)
            #expect(try db.value("SELECT text FROM notes WHERE text LIKE \("%b%")") == "b")
        }
    }

    @Test func aTextThatHoldsNULIsRefused() async throws {
        let store = try await TemporaryPostgres([.notes])
        let error = await sqlError { try await store.database.add("a\0b") }
        #expect(error?.code == .notAllowed)
        #expect(try await store.database.texts().isEmpty)
    }

    @Test func violationsAreNamedAsInSQLite() async throws {
        let store = try await TemporaryPostgres([.notes])
        try await store.database.add("a")
        let unique = await sqlError { try await store.database.add("a") }
        #expect(unique?.constraint == "notes.text")
        #expect(unique?.message.contains("(a)") == false)
        let missing = await sqlError {
            try await store.database.write { db in try db.run("INSERT INTO notes (position) VALUES (7)") }
        }
        #expect(missing?.constraint == "notes.text")
    }

    @Test func errorsQuoteNoValues() async throws {
        let store = try await TemporaryPostgres([.notes])
        let error = await sqlError {
            try await store.database.read { db in try db.exists("SELECT 1 FROM notes WHERE position = \("personal")") }
        }
        #expect(error?.code == .typeMismatch)
        #expect(error?.description.contains("personal") == false)
    }

    @Test(.requirement("SCALE-01")) func whatTakesTooLongSaysSoAndWhatToDo() async throws {
        let store = try await TemporaryPostgres([.notes])
        try await store.database.add("a")
        let error = await sqlError {
            try await store.database.write { db in
                try db.run("INSERT INTO notes (position, text) VALUES (2, 'b')")
                _ = try db.exists("SELECT 1 FROM notes WHERE set_config('statement_timeout', '10', TRUE) IS NOT NULL")
                _ = try db.exists("SELECT 1 FROM notes WHERE CAST(pg_sleep(30) AS TEXT) = ''")
            }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.advice?.english.contains("statement_timeout") == true)
        #expect(error?.advice?.spanish.contains("statement_timeout") == true)
        #expect(try await store.database.texts() == ["a"])
    }

    @Test func statementsRunWhileRowsAreRead() async throws {
        let store = try await TemporaryPostgres([.notes])
        for text in ["a", "b"] { try await store.database.add(text) }
        let pairs = try await store.database.read { db in
            try db.rows("SELECT position FROM notes ORDER BY position") { row in
                let position: Int = try row[0]
                return try db.value("SELECT text FROM notes WHERE position = \(position)", as: String.self) ?? ""
            }
        }
        #expect(pairs == ["a", "b"])
    }

    @Test func moreStatementsThanAreKeptCanBePrepared() async throws {
        let store = try await TemporaryPostgres([.notes])
        try await store.database.read { db throws in
            for count in 1...450 {
                let values = (0..<count).map { $0 }
                #expect(try !db.exists("SELECT 1 FROM notes WHERE position IN \(in: values)"))
            }
        }
    }

    @Test func whoWaitsTooLongForAConnectionIsToldSo() async throws {
        let clock = ManualClock(), (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let server = try await PostgresServer.shared()
        var settings = try server.settings(try await server.makeDatabase())
        settings.connections = 1
        let database = PostgresDatabase(settings, migrations: { [.notes] }, clock: clock)
        try await database.open()
        let first = Task {
            try await database.read { db in
                arrival.finish()
                try db.scan("SELECT pg_sleep(1000)") { _ in .next }
            }
        }
        for await _ in arrivals {}
        let isOver = Locked(false)
        let second = Task {
            defer { isOver.withLock { $0 = true } }
            return try await database.texts()
        }
        while !isOver.current {
            clock.advance(by: settings.patience)
            await Task.yield()
        }
        #expect(await sqlError { _ = try await second.value }?.code == .busy)
        first.cancel()
        #expect(await sqlError { _ = try await first.value }?.code == .cancelled)
        #expect(try await database.texts().isEmpty)
        await database.close()
    }

    @Test func aDatabaseThatComparesInAnotherWayIsRefused() async throws {
        let server = try await PostgresServer.shared()
        _ = try? await server.administer("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
        let database = PostgresDatabase(try server.settings("latin"), migrations: { [.notes] })
        let error = await #expect(throws: UnfitDatabase.self) { try await database.open() }
        #expect(error?.text.english.contains("LATIN1") == true)
    }

    @Test func aDatabaseIsBegunAndJoinedOnlyWhereItMayBe() async throws {
        let server = try await PostgresServer.shared()
        var settings = try server.settings(try await server.makeDatabase())
        for (isMeant, isOpened) in [(true, false), (false, true), (false, false), (true, true)] {
            settings.mayUse = { $0 == isMeant }
            let database = PostgresDatabase(settings, migrations: { [.notes] })
            if isOpened {
                try await database.open()
            } else {
                await #expect(throws: UnfitDatabase.self) { try await database.open() }
            }
            await database.close()
        }
    }

    @Test(.requirement("SCALE-01")) func aSecondServerIsRefusedAndTakesOverWhenTheFirstIsGone() async throws {
        let server = try await PostgresServer.shared()
        var settings = try server.settings(try await server.makeDatabase())
        settings.servesAlone = true
        let first = PostgresDatabase(settings, migrations: { [.notes] })
        let second = PostgresDatabase(settings, migrations: { [.notes] })
        try await first.open()
        let error = await #expect(throws: UnfitDatabase.self) { try await second.open() }
        #expect(error == .served)
        settings.servesAlone = false
        let command = PostgresDatabase(settings, migrations: { [.notes] })
        try await command.open()
        try await command.add("by a command beside the server")
        await command.close()
        await first.close()
        try await second.open()
        #expect(try await second.texts().count == 1)
        await second.close()
    }

    @Test(.requirement("SCALE-01"), .timeLimit(.minutes(2))) func whoLostTheDatabaseToAnotherDoesNothingMore()
        async throws
    {
        let server = try await PostgresServer.shared()
        var settings = try server.settings(try await server.makeDatabase())
        settings.servesAlone = true
        let first = PostgresDatabase(settings, migrations: { [.notes] })
        let second = PostgresDatabase(settings, migrations: { [.notes] })
        try await first.open()
        // The first one is back after half a second, and may be earlier.
        repeat {
            try await PostgresDatabase.administer(
                settings,
                """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
        } while (try? await second.open()) == nil
        while await sqlError({ try await first.add("a") })?.message.hasPrefix("another server") != true {}
        try await second.add("b")
        #expect(await sqlError { try await first.texts() }?.code == .unavailable)
        await second.close()
        while await sqlError({ try await first.texts() }) != nil {}
        await first.close()
    }

    /// Only the connection that keeps the database is lost: what works over others goes on, so nobody else begins.
    @Test(.requirement("SCALE-01"), .timeLimit(.minutes(2))) func whoIsStillAtWorkKeepsTheDatabase() async throws {
        let server = try await PostgresServer.shared(), name = try await server.makeDatabase()
        var settings = try server.settings(name)
        settings.servesAlone = true
        let first = PostgresDatabase(settings, migrations: { [.notes] })
        try await first.open()
        try await first.add("before")
        for _ in 0..<3 {
            var ended: String?
            repeat {
                ended = try await PostgresDatabase.administer(
                    settings,
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%essential_signals%'
                    """)
            } while ended == "0"
            #expect(ended == "1")
            let second = PostgresDatabase(settings, migrations: { [.notes] })
            let error = await #expect(throws: UnfitDatabase.self) { try await second.open() }
            #expect(error == .served)
            try await first.add("\(try await first.texts().count)")
        }
        #expect(try await first.texts().count == 4)
        await first.close()
        let second = PostgresDatabase(settings, migrations: { [.notes] })
        try await second.open()
        await second.close()
    }

    /// Each reads what it changes, so that of those who meet only one can commit.
    @Test(.requirement("SCALE-02")) func ofManyWhoChangeOneRowNobodyGivesUp() async throws {
        let store = try await TemporaryPostgres([.notes]) { server, name in try server.settings(name) }
        try await store.database.write { db in try db.run("INSERT INTO notes (position, text) VALUES (0, 'all')") }
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    try await store.database.write { db in
                        let number: Int = try db.value("SELECT position FROM notes") ?? 0
                        try db.run("UPDATE notes SET position = \(number + 1)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let number: Int? = try await store.database.read { db in try db.value("SELECT position FROM notes") }
        #expect(number == 100)
    }
}
