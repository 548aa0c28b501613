import FoundationEssentials
import Glibc
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct FaultTests {
    private let large = String(repeating: "x", count: 100_000)

    @Test func losesNothingWhenTheDiskIsFull() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        try await store.fillDisk()
        let error = await sqlError { try await store.database.insert(["b", large]) }
        #expect(error?.code == .diskFull)
        #expect(error?.message.contains(store.path) == true)
        #expect(error?.message.contains("xxx") == false)
        #expect(error?.advice != nil)
        #expect(try await store.database.texts() == ["a"])
        try await store.freeDisk()
        try await store.database.insert([large])
        #expect(try await store.database.texts() == ["a", large])
        try await store.reopen()
        #expect(try await store.database.texts() == ["a", large])
        try await store.maintenance.checkIntegrity()
    }

    @Test func commitsNothingAfterAnErrorThatEndedTheTransaction() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        try await store.fillDisk()
        // SQLite rolled everything back; the closure ignores that and goes on.
        let error = await sqlError {
            try await store.database.write { db in
                try db.run("INSERT INTO notes (text) VALUES ('b')")
                _ = try? db.run("INSERT INTO notes (text) VALUES (\(large))")
                _ = try? db.run("INSERT INTO notes (text) VALUES ('c')")
            }
        }
        #expect(error?.code == .diskFull)
        #expect(try await store.database.texts() == ["a"])
    }

    @Test func aFailedMigrationKeepsTheKindOfItsFailure() async throws {
        let folder = try TemporaryFolder()
        let huge = Migration("huge-0001", "CREATE TABLE huge (x BLOB); INSERT INTO huge VALUES (zeroblob(1000000001));")
        let error = await sqlError { try await makeStore(folder.path(of: "test.db"), [huge]).open() }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("huge-0001") == true)
    }

    @Test func survivesAFileThatCannotGrow() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let store = makeStore(path)
            try await store.open()
            try await store.insert(["a"])
            // The middle of a page: a write is cut short, and the next refused.
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(1), &limit)
            let former = limit.rlim_cur
            limit.rlim_cur = rlim_t(fileSize(path + "-wal") + 6000)
            setrlimit(__rlimit_resource_t(1), &limit)
            let error = await sqlError { try await store.insert([String(repeating: "x", count: 100_000)]) }
            #expect(error?.code == .diskFull || error?.code == .inputOutput, "\(String(describing: error))")
            #expect(try await store.texts() == ["a"])
            limit.rlim_cur = former
            setrlimit(__rlimit_resource_t(1), &limit)
            try await store.insert(["b"])
            await store.close()
        }
        let store = makeStore(path)
        try await store.open()
        #expect(try await store.texts() == ["a", "b"])
        try await store.checkIntegrity()
        await store.close()
    }

    @Test func failsWhenTestsWantItTo() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let failing = FailingDatabase(store.database)
        let full = SQLError(.diskFull, "the disk is full")
        failing.failWrites(with: full)
        #expect(await sqlError { try await failing.insert(["b"]) } == full)
        #expect(try await failing.texts() == ["a"])
        failing.failWrites(with: nil)
        failing.failCommits(with: full)
        let called = Locked(0)
        #expect(
            await sqlError {
                try await failing.write { db in
                    try db.run("INSERT INTO notes (text) VALUES ('b')")
                    called.withLock { $0 += 1 }
                }
            } == full)
        #expect(called.current > 0)
        #expect(try await failing.texts() == ["a"])
        failing.failCommits(with: nil)
        failing.failReads(with: SQLError(.damaged, "damaged"))
        try await failing.insert(["b"])
        #expect(await sqlError { _ = try await failing.texts() }?.code == .damaged)
        failing.failReads(with: nil)
        #expect(try await failing.texts() == ["a", "b"])
    }

    // In a process of its own, which gives its privileges away: root may write
    // anything.
    @Test func saysWhatItMayNotWrite() async throws {
        let folder = try TemporaryFolder()
        let store = makeStore(folder.path(of: "test.db"))
        try await store.open()
        await store.close()
        let path = folder.path
        chmod(path, 0o755)
        for file in folder.files() { chmod(folder.path(of: file), 0o644) }
        defer { chmod(path, 0o700) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            if geteuid() == 0 { #expect(setgid(65534) == 0 && setuid(65534) == 0) }
            if geteuid() == owner(of: path) { chmod(path, 0o500) }
            let store = await sqlError { try await makeStore(path + "/new.db").open() }
            #expect(store?.code == .permission)
            #expect(store?.message.contains(path + "/new.db") == true)
            let folder = await sqlError { try await makeStore(path + "/folder/new.db").open() }
            #expect(folder?.code == .permission)
            #expect(folder?.message.contains(path + "/folder") == true)
            #expect(folder?.advice != nil)
        }
        // The lock can be taken, but the file belongs to another account.
        chmod(folder.path(of: "test.db.lock"), 0o666)
        chmod(folder.path(of: "test.db"), 0o400)
        await #expect(processExitsWith: .success) { [path = path as String] in
            if geteuid() == 0 { #expect(setgid(65534) == 0 && setuid(65534) == 0) }
            let error = await sqlError { try await makeStore(path + "/test.db").open() }
            #expect(error?.code == .permission || error?.code == .readOnly, "\(String(describing: error))")
        }
        chmod(folder.path(of: "test.db"), 0o444)
        await #expect(processExitsWith: .success) { [path = path as String] in
            if geteuid() == 0 { #expect(setgid(65534) == 0 && setuid(65534) == 0) }
            let error = await sqlError { try await makeStore(path + "/test.db").open() }
            #expect(error?.code == .readOnly, "\(String(describing: error))")
        }
    }
}

private func owner(of path: String) -> uid_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : nil
}
