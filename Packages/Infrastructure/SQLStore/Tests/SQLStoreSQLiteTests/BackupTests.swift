import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct BackupTests {
    @Test func copiesEverythingIntoOneFile() async throws {
        let folder = try TemporaryFolder()
        let store = try await TemporaryDatabase.notes((0..<5000).map { "note \($0)" })
        let path = folder.path(of: "backup.db")
        try await store.maintenance.backup(toFile: path)
        #expect(folder.files() == ["backup.db"])
        #expect(folder.mode(of: "backup.db") == 0o600)
        #expect(store.events.contains(.backedUp(path: path)))
        let copy = makeStore(path, verification: .full)
        try await copy.open()
        #expect(try await copy.texts() == store.database.texts())
        await copy.close()
    }

    @Test func copiesOneMomentWhileWritesGoOn() async throws {
        let folder = try TemporaryFolder()
        let store = try await TemporaryDatabase(
            Migration("pairs-0001", "CREATE TABLE a (x TEXT NOT NULL); CREATE TABLE b (x TEXT NOT NULL)"))
        let filler = String(repeating: "x", count: 2000)
        let write: @Sendable () async throws -> Void = {
            try await store.database.write { db in
                for _ in 0..<20 {
                    try db.run("INSERT INTO a VALUES (\(filler))")
                    try db.run("INSERT INTO b VALUES (\(filler))")
                }
            }
        }
        for _ in 0..<50 { try await write() }
        let writing = Task {
            var count = 0
            while !Task.isCancelled {
                try await write()
                count += 1
            }
            return count
        }
        for number in 0..<5 {
            try await store.maintenance.backup(toFile: folder.path(of: "\(number).db"))
        }
        writing.cancel()
        _ = await writing.result
        for number in 0..<5 {
            let copy = makeStore(folder.path(of: "\(number).db"), [])
            try await copy.open()
            let counts: [Int] = try await copy.read { db in
                try db.values("SELECT count(*) FROM a UNION ALL SELECT count(*) FROM b")
            }
            #expect(counts[0] == counts[1])
            #expect(counts[0] >= 1000 && counts[0].isMultiple(of: 20))
            await copy.close()
        }
    }

    @Test func doesNotHoldUpWrites() async throws {
        let folder = try TemporaryFolder()
        let store = try await TemporaryDatabase.notes([String(repeating: "x", count: 4_000_000)])
        // As a copy does, hold a snapshot for long.
        let gate = Gate()
        async let reading: Void = store.database.read { db in
            _ = try db.exists("SELECT 1 FROM notes")
            gate.pass()
        }
        await gate.waitForArrival()
        async let copying: Void = store.maintenance.backup(toFile: folder.path(of: "backup.db"))
        for number in 0..<20 { try await store.database.insert(["\(number)"]) }
        gate.open()
        try await reading
        try await copying
        #expect(try await store.database.texts().count == 21)
    }

    @Test func replacesAnOlderCopyOnlyByAWholeOne() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "backup.db")
        let store = try await TemporaryDatabase.notes(["old"])
        try await store.maintenance.backup(toFile: path)
        try await store.database.insert(["new"])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.maintenance.backup(toFile: path)
        }
        #expect(await sqlError { try await task.value }?.code == .cancelled)
        #expect(folder.files() == ["backup.db"])
        #expect(try await contents(of: path) == ["old"])
        try await store.maintenance.backup(toFile: path)
        #expect(folder.files().filter { !$0.hasSuffix(".lock") } == ["backup.db"])
        #expect(try await contents(of: path) == ["old", "new"])
    }

    @Test func cleansUpWhenItIsCancelled() async throws {
        let folder = try TemporaryFolder()
        let store = try await TemporaryDatabase.notes(
            Array(repeating: String(repeating: "x", count: 1_000_000), count: 20))
        for delay in 0..<20 {
            let task = Task { try await store.maintenance.backup(toFile: folder.path(of: "backup.db")) }
            for _ in 0..<(delay * 100) { await Task.yield() }
            task.cancel()
            let error = await sqlError { try await task.value }
            // Cancelled too late, it is complete; else nothing is left of it.
            #expect(error == nil || error?.code == .cancelled)
            #expect(folder.files() == (error == nil ? ["backup.db"] : []))
            try? FileManager.default.removeItem(atPath: folder.path(of: "backup.db"))
        }
    }

    @Test func refusesItsOwnFile() async throws {
        let folder = try TemporaryFolder()
        let store = try await TemporaryDatabase.notes(["a"])
        try FileManager.default.createSymbolicLink(atPath: folder.path(of: "link.db"), withDestinationPath: store.path)
        for path in [store.path, folder.path(of: "link.db")] {
            #expect(await sqlError { try await store.maintenance.backup(toFile: path) }?.code == .misuse)
        }
        #expect(try await store.database.texts() == ["a"])
    }

    @Test func saysThatThereIsNoSuchFolder() async throws {
        let store = try await TemporaryDatabase.notes(["a"]), folder = try TemporaryFolder()
        let file = folder.path(of: "missing/backup.db")
        let error = await sqlError { try await store.maintenance.backup(toFile: file) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains(file) == true)
    }

    private func contents(of path: String) async throws -> [String] {
        let copy = makeStore(path)
        try await copy.open()
        defer { try? FileManager.default.removeItem(atPath: path + ".lock") }
        let texts = try await copy.texts()
        await copy.close()
        return texts
    }
}
