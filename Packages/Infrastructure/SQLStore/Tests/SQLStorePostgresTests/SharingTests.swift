import KernelTesting
import Locking
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreTesting
import Testing

/// What several servers that share a database notice of each other.
struct SharingTests {
    @Test(.requirement("SCALE-03")) func signalsAreHeardByOtherServers() async throws {
        let store = try await TemporaryPostgres([.notes]), other = try await store.beside([.notes]), ear = Ear()
        other.database.listen(to: .notes, ear.hear)
        try await store.database.write { db in
            try db.signal(.notes, "ñ\n1")
            try? db.savepoint { db in
                try db.signal(.notes, "undone")
                throw CancellationError()
            }
            try db.signal(.notes, "")
        }
        await ear.wait(for: .sent("ñ\n1"), .sent(""))
        #expect(ear.heard.current == [.sent("ñ\n1"), .sent("")])
        await other.close()
    }

    @Test(.requirement("SCALE-03")) func whoDoesNotHearSaysSoAndWhenItHearsAgain() async throws {
        let store = try await TemporaryPostgres([.notes]), ear = Ear()
        store.database.listen(to: .notes, ear.hear)
        try await store.administer(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        await ear.wait(for: .interrupted, .resumed)
        #expect(ear.heard.current == [.interrupted, .resumed])
    }

    @Test(.requirement("SCALE-04")) func aNamedLockHoldsOverAllServers() async throws {
        let store = try await TemporaryPostgres([.notes]), other = try await store.beside([.notes])
        let inside = Locked(0), most = Locked(0)
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                let database: any SQLDatabase = number.isMultiple(of: 2) ? store.database : other.database
                group.addTask {
                    try await database.write { db in
                        try db.lock(number.isMultiple(of: 3) ? "a" : "b")
                        try db.lock(number.isMultiple(of: 3) ? "b" : "a")
                        let count = inside.withLock { count in
                            count += 1
                            return count
                        }
                        most.withLock { $0 = max($0, count) }
                        try db.afterCommit { inside.withLock { $0 -= 1 } }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.current == 1)
        await other.close()
    }

    @Test(.requirement("SCALE-04")) func numbersAreGivenOnceOverAllServers() async throws {
        let store = try await TemporaryPostgres([.notes]), other = try await store.beside([.notes])
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                let database: any SQLDatabase = number.isMultiple(of: 2) ? store.database : other.database
                group.addTask { try await database.add("\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try await store.database.texts().count == 40)
        await other.close()
    }

    @Test(.requirement("SCALE-04")) func serversThatStartTogetherMigrateOnce() async throws {
        let server = try await PostgresServer.shared(), settings = try server.settings(try await server.makeDatabase())
        let observer = SQLStoreObserverSpy()
        let stores = (0..<5).map { _ in PostgresDatabase(settings, migrations: { [.notes] }, observer: observer) }
        try await withThrowingTaskGroup { group in
            for store in stores { group.addTask { try await store.open() } }
            try await group.waitForAll()
        }
        #expect(observer.events.filter { $0 == .migrated(id: "notes-0001") }.count == 1)
        for store in stores { await store.close() }
    }
}
