import FoundationEssentials
import KernelTesting
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite
import Testing

/// A look into a file that changes nothing.
struct ExaminationTests {
    private let newer = Migration("notes-0002", "ALTER TABLE notes ADD COLUMN colour TEXT;")

    private func makeFile(_ path: String, _ migrations: [Migration] = [notes]) async throws {
        let store = makeStore(path, migrations)
        try await store.open()
        try await store.insert(["a", "b"])
        await store.close()
    }

    /// Also where the name has what means something in an address.
    @Test(.requirement("OPS-07"), arguments: ["plain.db", "a?b#c%41.db"])
    func rowsAreReadAndNothingIsMadeOrMigrated(_ name: String) async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: name)
        try await makeFile(path)
        let before = folder.files().map { ($0, folder.contents(of: $0)) }
        let store = makeStore(path, [notes, newer])
        let examination = await store.examine()
        #expect(examination.problems.isEmpty && examination.findings.isEmpty)
        let ids: [String] = try await store.read { db in try db.values("SELECT id FROM schema_migrations") }
        #expect(ids == ["notes-0001"])
        #expect(await sqlError { try await store.insert(["c"]) }?.code == .readOnly)
        await store.closeExamination()
        let after = folder.files().map { ($0, folder.contents(of: $0)) }
        #expect(before.map(\.0) == after.map(\.0) && before.map(\.1) == after.map(\.1))
    }

    @Test(.requirement("OPS-07")) func whatAServerWritesBesideItIsRead() async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "test.db")
        let server = makeStore(path)
        try await server.open()
        try await server.insert(["a", "b", "c"])
        let store = makeStore(path)
        #expect(await store.examine().problems.isEmpty)
        let texts: [String] = try await store.read { db in try db.values("SELECT text FROM notes") }
        #expect(texts.count == 3)
        await store.closeExamination()
        try await server.insert(["d"])
        await server.close()
    }

    @Test(.requirement("OPS-07")) func whatAStartWouldRefuseIsFound() async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "test.db")
        try await makeFile(path, [notes, newer])
        let old = makeStore(path)
        #expect(await old.examine().problems.compactMap { ($0 as? SQLError)?.code } == [.migrationUnknown])
        await old.closeExamination()
        let handle = try #require(FileManager.default.contents(atPath: path))
        try (handle.prefix(4_096) + Data(repeating: 0xff, count: handle.count - 4_096)).write(to: URL(filePath: path))
        let damaged = makeStore(path, [notes, newer])
        #expect(await damaged.examine().problems.compactMap { ($0 as? SQLError)?.code } == [.damaged])
        await damaged.closeExamination()
        let none = makeStore(folder.path(of: "none.db"))
        #expect(await none.examine().problems.isEmpty)
        #expect(await sqlError { _ = try await none.read { try $0.exists("SELECT 1") } }?.code == .notOpen)
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "none.db")))
    }
}
