import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct LifeTests {
    @Test func keepsFilesPrivate() async throws {
        let folder = try TemporaryFolder()
        let store = makeStore(folder.path(of: "new/deeper/test.db"))
        try await store.open()
        try await store.insert(["a"])
        _ = try await store.texts()
        #expect(folder.mode(of: "new") == 0o700)
        #expect(folder.mode(of: "new/deeper") == 0o700)
        for file in folder.files() { #expect(folder.mode(of: file) == 0o600, "\(file)") }
        #expect(folder.files().count == 4)
        await store.close()
        #expect(folder.files() == ["new/deeper/test.db", "new/deeper/test.db.lock"])
    }

    @Test func takesAccessFromOthers() async throws {
        let folder = try TemporaryFolder()
        let store = makeStore(folder.path(of: "test.db"))
        try await store.open()
        await store.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path(of: "test.db"))
        let again = makeStore(folder.path(of: "test.db"))
        try await again.open()
        #expect(folder.mode(of: "test.db") == 0o600)
        await again.close()
    }

    @Test func whoWaitsForAnotherProcessIsTold() async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "test.db"), observer = SQLStoreObserverSpy()
        let other = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        #expect(flock(other, LOCK_EX) == 0)
        let store = makeStore(path, busyTimeout: .milliseconds(1_200), observer: observer)
        #expect(await sqlError { try await store.open() }?.code == .busy)
        #expect(observer.events == [.waits(path: path)])
        close(other)
        try await store.open()
        await store.close()
    }

    /// What a connection keeps of its last write mustn't hold the store.
    @Test func whoeverLetsGoOfAStoreWithoutClosingItLeavesNoFilesOpen() async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "test.db")
        func use() async throws {
            let store = makeStore(path)
            try await store.open()
            try await store.insert(["a"])
        }
        func isOpen() -> Bool {
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return descriptors.contains { descriptor in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor))?
                    .hasPrefix(path) ?? false
            }
        }
        try await use()
        // The threads end when they find that nobody is there.
        for _ in 0..<200_000 where isOpen() { await Task.yield() }
        #expect(!isOpen())
    }

    @Test func countsNoMemory() async throws {
        let store = try await TemporaryDatabase.notes()
        #expect(Connection.countedMemory == 0)
        await store.close()
    }

    @Test func isSetUpForDurability() async throws {
        let store = try await TemporaryDatabase()
        try await store.database.write { db throws in
            #expect(try db.value("SELECT * FROM pragma_journal_mode") == "wal")
            #expect(try db.value("SELECT * FROM pragma_synchronous") == 2)
            #expect(try db.value("SELECT * FROM pragma_foreign_keys") == 1)
            #expect(try db.value("SELECT * FROM pragma_trusted_schema") == 0)
            #expect(try db.value("SELECT * FROM pragma_secure_delete") == 1)
        }
    }

    @Test func refusesCallsOutsideOfItsLife() async throws {
        let folder = try TemporaryFolder()
        let store = makeStore(folder.path(of: "test.db"))
        #expect(await sqlError { _ = try await store.texts() }?.code == .notOpen)
        #expect(await sqlError { try await store.insert(["a"]) }?.code == .notOpen)
        try await store.open()
        #expect(await sqlError { try await store.open() }?.code == .misuse)
        await store.close()
        #expect(await sqlError { _ = try await store.texts() }?.code == .closed)
        #expect(await sqlError { try await store.backup(toFile: folder.path(of: "b.db")) }?.code == .closed)
        #expect(await sqlError { try await store.checkIntegrity() }?.code == .closed)
        await store.close()
    }

    @Test func completesWritesAndEndsReadsWhenItCloses() async throws {
        let folder = try TemporaryFolder()
        let store = makeStore(folder.path(of: "test.db"))
        try await store.open()
        let (reading, writing) = (Gate(), Gate())
        let read = Task {
            try await store.read { db in
                reading.arrive()
                try db.scan("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n") {
                    _ in .next
                }
            }
        }
        await reading.waitForArrival()
        let write = Task {
            try await store.write { db in
                try db.run("INSERT INTO notes (text) VALUES ('first')")
                writing.pass()
            }
        }
        await writing.waitForArrival()
        let queued = Task.immediate { try await store.insert(["second"]) }
        let closing = Task.immediate { await store.close() }
        #expect(await sqlError { try await read.value }?.code == .closed)
        writing.open()
        try await write.value
        try await queued.value
        await closing.value
        #expect(fileSize(folder.path(of: "test.db-wal")) == 0)
        let again = makeStore(folder.path(of: "test.db"))
        try await again.open()
        #expect(try await again.texts() == ["first", "second"])
        await again.close()
    }

    @Test func reportsAStatementThatWasLeftOpen() async throws {
        let store = try await TemporaryDatabase.notes(["a", "b"])
        let connection = try Connection(path: store.path, isReadOnly: true, busyTimeout: .zero)
        let fault = try connection.withStatement("SELECT text FROM notes") { statement in
            _ = try statement.step()
            return connection.close()
        }
        #expect(fault?.code == .misuse)
        #expect(fault?.message.contains("SELECT text FROM notes") == true)
    }

    @Test func nothingKeepsAClosedStoreAlive() async throws {
        let folder = try TemporaryFolder()
        try await expectRelease {
            let store = makeStore(folder.path(of: "test.db"))
            try await store.open()
            try await store.insert(["a"])
            _ = try await store.texts()
            await store.close()
            return store
        }
        try await expectRelease {
            let store = makeStore(folder.path(of: "test.db"))
            try await store.open()
            return store
        }
    }

    @Test func aStoreThatCannotOpenCanBeTriedAgain() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path(of: "test.db"), withIntermediateDirectories: false)
        let store = makeStore(folder.path(of: "test.db"))
        let error = await sqlError { try await store.open() }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains(folder.path(of: "test.db")) == true)
        #expect(error?.advice != nil)
        try FileManager.default.removeItem(atPath: folder.path(of: "test.db"))
        try await store.open()
        await store.close()
    }

    @Test func livesAsAPlugin() async throws {
        enum Feature: Plugin {
            static let manifest = PluginManifest(id: "notes", summary: LocalizedText(en: "Notes.", es: "Notas."))
            static func assemble(_ database: any SQLDatabase) -> Assembly<any SQLDatabase> {
                var contributions = Contributions()
                contributions.add(notes, to: Migrations.self)
                return Assembly(exports: database, contributions: contributions)
            }
        }
        let folder = try TemporaryFolder()
        let migrations = Locked<[Migration]>([])
        let observer = SQLStoreObserverSpy()
        let path = folder.path(of: "test.db")
        var host = PluginHost()
        let store = try host.install(
            SQLStorePlugin.self,
            .init(settings: SQLStoreSettings(path: path), migrations: { migrations.current }, observer: observer))
        let plugin = try host.install(Feature.self) { try $0[store].database }
        let composition = try host.composed()
        let database = try composition[plugin]
        migrations.withLock { $0 = composition.values(of: Migrations.self) }
        #expect(fileSize(path) == 0, "assembling does no input or output")

        try await composition.run {
            try await database.insert(["a"])
            #expect(try await database.texts() == ["a"])
        }
        #expect(observer.events == [.migrated(id: "notes-0001"), .opened(path: path), .closed(path: path)])
        #expect(await sqlError { _ = try await database.texts() }?.code == .closed)
    }
}
