import KernelTesting
import Locking
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreTesting
import Testing

/// What becomes of writes whose connection is lost (SCALE-02).
struct LostConnectionTests {
    private struct Stage {
        let store: TemporaryPostgres
        let proxy: CuttingProxy

        init() async throws {
            let proxy = try CuttingProxy(before: try await PostgresServer.shared().folder)
            self.proxy = proxy
            store = try await TemporaryPostgres([.notes]) { server, name in
                try server.settings(name, folder: proxy.folder)
            }
            try await store.database.add("before")
        }

        /// Writes while the connection is cut.
        ///
        /// - Returns: How often the closure was called, and what was done after the commit.
        func write(_ cut: CuttingProxy.Cut) async throws -> (calls: Int, actions: Int) {
            let calls = Locked(0), actions = Locked(0)
            proxy.cutNext(cut)
            try await store.database.write { db in
                calls.withLock { $0 += 1 }
                try db.run("INSERT INTO notes (position, text) VALUES (\(try db.nextNumber(of: .notes)), 'cut')")
                try db.afterCommit { actions.withLock { $0 += 1 } }
            }
            #expect(proxy.hasCut)
            return (calls.current, actions.current)
        }
    }

    @Test(.requirement("SCALE-02")) func aCommitWhoseAnswerIsLostStandsAndIsDoneOnce() async throws {
        let stage = try await Stage()
        let (calls, actions) = try await stage.write(.onTheWayBack)
        #expect(calls == 1)
        #expect(actions == 1)
        #expect(try await stage.store.database.texts() == ["before", "cut"])
        stage.proxy.stop()
    }

    @Test(.requirement("SCALE-02")) func aCommitThatNeverArrivedIsDoneAnew() async throws {
        let stage = try await Stage()
        let (calls, actions) = try await stage.write(.onTheWay)
        #expect(calls == 2)
        #expect(actions == 1)
        #expect(try await stage.store.database.texts() == ["before", "cut"])
        stage.proxy.stop()
    }

    @Test(.requirement("SCALE-02")) func whatNobodyCanTellIsSaidAndNotDoneAgain() async throws {
        let stage = try await Stage()
        let error = await sqlError { _ = try await stage.write(.forGood) }
        #expect(error?.code == .outcomeUnknown)
        #expect(
            try await stage.store.administer("SELECT string_agg(text, ' ' ORDER BY position) FROM notes")
                == "before cut")
        let next = await sqlError { _ = try await stage.store.database.texts() }
        #expect(next?.code == .unavailable)
        stage.proxy.stop()
    }

    @Test(.requirement("SCALE-02")) func connectionsThatTheServerEndsAreReplaced() async throws {
        let store = try await TemporaryPostgres([.notes])
        for text in ["a", "b"] {
            try await store.database.add(text)
            try await store.administer(
                """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
        }
        #expect(try await store.database.texts() == ["a", "b"])
    }

    @Test func aServerThatIsNotThereIsSaidToBeSo() async throws {
        let folder = try TemporaryFolder()
        let settings = try PostgresSettings(url: "postgresql://essential@/nothing?host=\(folder.path)")
        let database = PostgresDatabase(settings, migrations: { [] })
        let error = await sqlError { try await database.open() }
        #expect(error?.code == .unavailable)
        #expect(error?.advice != nil)
    }
}
