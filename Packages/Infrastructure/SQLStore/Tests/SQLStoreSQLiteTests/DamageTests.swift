import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

struct DamageTests {
    /// What happens to a database between two runs of a program.
    enum Damage: String, CaseIterable, Sendable {
        case headerOverwritten, notADatabase, pageOverwritten, truncated, emptied, missing

        var files: [String] {
            switch self {
            case .missing: ["-wal", "-shm"]
            default: ["", "-wal", "-shm"]
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func refusesADamagedFileAndLeavesItAsItIs(damage: Damage) async throws {
        let folder = try TemporaryFolder()
        let path = try await crashedDatabase(in: folder, damage)
        let before = contents(folder)
        for _ in 0..<2 {
            let observer = SQLStoreObserverSpy()
            let error = await sqlError { try await makeStore(path, observer: observer).open() }
            #expect(error?.code == .damaged)
            #expect(error?.message.contains(path) == true, "\(String(describing: error))")
            #expect(error?.message.contains("Restore a backup") == true)
            #expect(error?.advice != nil)
            #expect(observer.events.isEmpty)
        }
        #expect(contents(folder) == before, "a file was changed")
    }

    @Test(arguments: Damage.allCases)
    func setsADamagedFileAsideAndSaysSo(damage: Damage) async throws {
        let folder = try TemporaryFolder()
        let path = try await crashedDatabase(in: folder, damage)
        let before = contents(folder)
        let observer = SQLStoreObserverSpy()
        let store = makeStore(path, policy: .setAside, observer: observer)
        try await store.open()
        #expect(try await store.texts().isEmpty)
        try await store.insert(["new"])
        await store.close()

        let aside = path + ".damaged-20260102T030405Z"
        guard case .setAside(let damaged)? = observer.events.first else {
            Issue.record("nothing was reported: \(observer.events)")
            return
        }
        #expect(damaged.path == path)
        #expect(damaged.files == damage.files.map { aside + $0 })
        #expect(!damaged.reason.isEmpty)
        for suffix in damage.files where suffix != "-shm" {
            #expect(contents(folder)["test.db.damaged-20260102T030405Z" + suffix] == before["test.db" + suffix])
        }
        let again = makeStore(path, policy: .setAside)
        try await again.open()
        #expect(try await again.texts() == ["new"])
        await again.close()
    }

    @Test func keepsSeveralDamagedFilesApart() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<3 {
            try Data("no database".utf8).write(to: URL(filePath: folder.path(of: "test.db")))
            let store = makeStore(folder.path(of: "test.db"), policy: .setAside)
            try await store.open()
            await store.close()
        }
        let name = "test.db.damaged-20260102T030405Z"
        #expect(folder.files().filter { $0.contains("damaged") } == [name, name + "-2", name + "-3"])
    }

    @Test func opensWhatACrashLeftBehind() async throws {
        let folder = try TemporaryFolder()
        let path = try await crashedDatabase(in: folder, nil)
        let store = makeStore(path)
        try await store.open()
        #expect(try await store.texts().count == 40)
        await store.close()
    }

    @Test(arguments: [1, 24, 500, 4120, 5000])
    func passesOverATransactionThatWasNotComplete(length: Int) async throws {
        let folder = try TemporaryFolder()
        let path = try await crashedDatabase(in: folder, nil)
        // A frame of the last transaction, half written: no commit follows it.
        let log = folder.path(of: "test.db-wal")
        var bytes = try Data(contentsOf: URL(filePath: log))
        var frame = bytes[32..<(32 + 24 + 4096)]
        frame.replaceSubrange(36..<40, with: [0, 0, 0, 0])
        bytes += (frame + frame).prefix(length)
        try bytes.write(to: URL(filePath: log))
        let store = makeStore(path)
        try await store.open()
        #expect(try await store.texts().count == 40)
        await store.close()
    }

    /// What commits leave behind that failed because the log couldn't be
    /// synchronised: whole transactions with the salts of the log, behind the
    /// ones that were confirmed later.
    @Test func passesOverFramesOfCommitsThatFailed() async throws {
        let folder = try TemporaryFolder()
        let path = try await crashedDatabase(in: folder, nil)
        let failed = folder.path(of: "failed.db")
        for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: failed + suffix) }
        func log(of path: String, after texts: [String]) async throws -> Data {
            let store = makeStore(path)
            try await store.open()
            for text in texts { try await store.insert([text]) }
            let log = try Data(contentsOf: URL(filePath: path + "-wal"))
            let pages = try Data(contentsOf: URL(filePath: path))
            await store.close()
            try pages.write(to: URL(filePath: path))
            return log
        }
        let stale = try await log(of: failed, after: ["b", "c", "d"])
        let confirmed = try await log(of: path, after: ["confirmed"])
        #expect(stale.count > confirmed.count)
        try (confirmed + stale.dropFirst(confirmed.count)).write(to: URL(filePath: path + "-wal"))
        for _ in 0..<2 {
            let store = makeStore(path, verification: .full)
            try await store.open()
            #expect(try await store.texts().suffix(1) == ["confirmed"])
            #expect(try await store.texts().count == 41)
            await store.close()
        }
    }

    @Test(arguments: ["overwritten", "truncated", "header overwritten", "missing"])
    func aDamagedLogIsForTheLibraryToJudge(damage: String) async throws {
        let folder = try TemporaryFolder()
        let path = try await crashedDatabase(in: folder, nil)
        let log = URL(filePath: path + "-wal")
        var frames = try Data(contentsOf: log)
        switch damage {
        case "overwritten": frames.replaceSubrange(20000..<20010, with: Data(repeating: 0x55, count: 10))
        case "truncated": frames = frames.prefix(frames.count / 2)
        case "header overwritten": frames.replaceSubrange(0..<32, with: Data(repeating: 0x55, count: 32))
        default: break
        }
        if damage == "missing" { try FileManager.default.removeItem(at: log) } else { try frames.write(to: log) }
        let store = makeStore(path, verification: .full)
        try await store.open()
        // What was copied from the log before is there, and nothing is garbage.
        #expect((20...40).contains(try await store.texts().count))
        try await store.checkIntegrity()
        await store.close()
    }

    @Test func findsDamageLaterIfItIsNotToLookForIt() async throws {
        let folder = try TemporaryFolder()
        let path = try await crashedDatabase(in: folder, .pageOverwritten)
        let store = makeStore(path, verification: .header)
        try await store.open()
        #expect(await sqlError { _ = try await store.texts() }?.code == .damaged)
        #expect(await sqlError { try await store.checkIntegrity() }?.code == .damaged)
        #expect(await sqlError { try await store.backup(toFile: folder.path(of: "backup.db")) }?.code == .damaged)
        #expect(!folder.files().contains { $0.contains("backup") })
        await store.close()
    }

    @Test func findsAnIndexThatDoesNotMatchItsTable() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        let indexed = Migration("notes-0002", "CREATE INDEX notes_text ON notes (text)")
        let store = makeStore(path, [notes, indexed])
        try await store.open()
        try await store.insert(["needle"])
        try await store.checkIntegrity()
        await store.close()
        // Change the text in the table and not in the index.
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.firstRange(of: Data("needle".utf8)))
        bytes.replaceSubrange(place, with: Data("noodle".utf8))
        try bytes.write(to: URL(filePath: path))
        let quick = makeStore(path, [notes, indexed])
        try await quick.open()
        #expect(await sqlError { try await quick.checkIntegrity() }?.code == .damaged)
        await quick.close()
        let full = makeStore(path, [notes, indexed], verification: .full)
        #expect(await sqlError { try await full.open() }?.code == .damaged)
    }

    @Test func aFileThatCannotBeLookedAtIsNotReplaced() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        let error = await sqlError { try await makeStore(path, policy: .setAside).open() }
        #expect(error?.code == .cannotOpen, "\(String(describing: error))")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == path)
    }

    @Test func opensADatabaseThatIsInUse() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        let first = makeStore(path)
        try await first.open()
        try await first.insert(["a"])
        let second = makeStore(path)
        try await second.open()
        try await second.insert(["b"])
        await first.close()
        try await second.insert(["c"])
        #expect(try await second.texts() == ["a", "b", "c"])
        await second.close()
    }

    // MARK: - Helpers

    /// The files of a program that was killed: a checkpointed part, and a log
    /// with twenty confirmed transactions.
    private func crashedDatabase(in folder: TemporaryFolder, _ damage: Damage?) async throws -> String {
        let original = folder.path(of: "original.db")
        let path = folder.path(of: "test.db")
        let text = String(repeating: "x", count: 3000)
        let before = makeStore(original)
        try await before.open()
        for _ in 0..<20 { try await before.insert([text]) }
        await before.close()
        let store = makeStore(original)
        try await store.open()
        for _ in 0..<20 { try await store.insert([text]) }
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
        }
        await store.close()
        for suffix in ["", ".lock"] { try FileManager.default.removeItem(atPath: original + suffix) }
        if let damage { try inflict(damage, on: path) }
        return path
    }

    private func inflict(_ damage: Damage, on path: String) throws {
        let (database, log) = (URL(filePath: path), URL(filePath: path + "-wal"))
        var pages = try Data(contentsOf: database)
        var frames = try Data(contentsOf: log)
        switch damage {
        case .headerOverwritten: pages.replaceSubrange(0..<100, with: Data(repeating: 0x55, count: 100))
        case .notADatabase: pages = Data("This was a shopping list.".utf8)
        case .pageOverwritten: pages.replaceSubrange(20480..<24576, with: Data(repeating: 0x55, count: 4096))
        case .truncated: pages = pages.prefix(pages.count / 2 + 100)
        case .emptied: pages = Data()
        case .missing: return try FileManager.default.removeItem(at: database)
        }
        // In the file itself, so that nothing hides behind the log.
        if [.headerOverwritten, .pageOverwritten, .truncated].contains(damage) { frames = Data() }
        try pages.write(to: database)
        try frames.write(to: log)
        if frames.isEmpty { try Data().write(to: URL(filePath: path + "-shm")) }
    }

    private func contents(_ folder: TemporaryFolder) -> [String: Data] {
        folder.files().filter { !$0.hasSuffix(".lock") && !$0.hasSuffix("-shm") }
            .reduce(into: [:]) { $0[$1] = folder.contents(of: $1).map { Data($0) } }
    }
}
