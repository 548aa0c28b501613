import KernelTesting
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct ChangeMarkTests {
    @Test func staysEqualWhileNothingIsCommitted() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let mark = try #require(store.database.changeMark)
        _ = try await store.database.texts()
        try await store.maintenance.checkIntegrity()
        await #expect(throws: Refused.self) {
            try await store.database.write { db in
                try db.run("INSERT INTO notes (text) VALUES ('b')")
                throw Refused()
            }
        }
        #expect(store.database.changeMark == mark)
    }

    @Test func eachCommitMakesAnotherOne() async throws {
        let store = try await TemporaryDatabase.notes([])
        var marks: Set<SQLChangeMark?> = [store.database.changeMark]
        // Enough for the log to begin anew several times.
        for number in 0..<1_500 {
            try await store.database.insert(["\(number)"])
            #expect(marks.insert(store.database.changeMark).inserted)
        }
    }

    @Test func anotherConnectionsCommitIsSeen() async throws {
        let folder = try TemporaryFolder()
        let store = makeStore(folder.path(of: "test.db")), other = makeStore(folder.path(of: "test.db"))
        try await store.open()
        try await other.open()
        var marks: Set<SQLChangeMark?> = [nil, store.changeMark]
        for text in ["a", "b", "c"] {
            try await other.insert([text])
            #expect(marks.insert(store.changeMark).inserted)
            #expect(store.changeMark == store.changeMark)
        }
        await other.close()
        await store.close()
    }

    @Test func othersAreAskedAboutOnceInAWhile() async throws {
        let folder = try TemporaryFolder()
        let store = makeStore(folder.path(of: "test.db"), changeInterval: .seconds(3600))
        let other = makeStore(folder.path(of: "test.db"))
        try await store.open()
        try await other.open()
        let before = store.changeMark
        #expect(before != nil)
        try await other.insert(["b"])
        #expect(store.changeMark == before)
        try await store.insert(["c"])
        #expect(store.changeMark != before)
        await other.close()
        await store.close()
    }

    @Test func anotherProcesssCommitIsSeen() async throws {
        let folder = try TemporaryFolder()
        let store = makeStore(folder.path(of: "test.db"))
        try await store.open()
        try await store.insert(["a"])
        var marks: Set<SQLChangeMark?> = [store.changeMark]
        for expected in [["a", "b"], ["a", "b", "b"]] {
            await #expect(processExitsWith: .success) { [path = folder.path(of: "test.db") as String] in
                let other = makeStore(path)
                try await other.open()
                try await other.insert(["b"])
                await other.close()
            }
            #expect(marks.insert(store.changeMark).inserted)
            #expect(try await store.texts() == expected)
        }
        await store.close()
    }

    @Test func aStoreThatIsNotOpenHasNone() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let database = store.database
        await store.close()
        #expect(database.changeMark == nil)
    }

    @Test func whatWasMadeIsKeptUntilTheNextCommit() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let cache = CommittedCache<Int, [String]>(of: store.database, capacity: 2), readings = Locked(0)
        func texts(_ key: Int = 1) async throws -> [String] {
            let mark = store.database.changeMark
            if let texts = cache.value(for: key, at: mark) { return texts }
            readings.withLock { $0 += 1 }
            let texts = try await store.database.texts()
            cache.keep(texts, for: key, at: mark)
            return texts
        }
        for _ in 0..<2 { #expect(try await texts() == ["a"]) }
        #expect(readings.current == 1)
        try await store.database.insert(["b"])
        #expect(try await texts() == ["a", "b"])
        #expect(readings.current == 2)
        for key in 2...4 { _ = try await texts(key) }
        #expect(try await texts(4) == ["a", "b"])
        #expect(readings.current == 5)
    }

    @Test func whatWasMadeWhileSomethingWasCommittedIsNotKept() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let cache = CommittedCache<Int, [String]>(of: store.database, capacity: 2)
        let mark = store.database.changeMark
        try await store.database.insert(["b"])
        cache.keep(["a"], for: 1, at: mark)
        #expect(cache.value(for: 1, at: mark) == nil)
        #expect(cache.value(for: 1, at: store.database.changeMark) == nil)
    }

    /// An operator's command beside the server is another process.
    @Test(.requirement("OPS-06")) func whoListensHearsThatAnotherProcessCommitted() async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "test.db")
        let store = makeStore(path), other = makeStore(path), heard = Locked<[SQLSignal]>([])
        try await store.open()
        try await other.open()
        store.listen(to: SQLTopic("notes.changed")) { signal in heard.withLock { $0.append(signal) } }
        try await store.hearOthers()
        try await store.insert(["own"])
        try await store.hearOthers()
        #expect(heard.current == [], "nobody else did anything")
        try await other.insert(["theirs"])
        try await store.insert(["own"])
        try await store.hearOthers()
        try await store.hearOthers()
        #expect(heard.current == [.resumed])
        await other.close()
        await store.close()
    }

    @Test(.requirement("OPS-06")) func aStoreThatRunsHearsOthersByItself() async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "test.db"), clock = ManualClock()
        let assembly = SQLStorePlugin.assemble(
            .init(settings: SQLStoreSettings(path: path), migrations: { [notes] }, lookout: clock))
        let service = try #require(assembly.services.first),
            (signals, heard) = AsyncStream.makeStream(of: SQLSignal.self)
        try await service.start()
        let running = Task { try await service.run() }
        await clock.waitForSleepers(1)
        assembly.exports.database.listen(to: SQLTopic("notes.changed")) { heard.yield($0) }
        let other = makeStore(path)
        try await other.open()
        try await other.insert(["theirs"])
        await other.close()
        // A look may come too early after the one before to be worth it.
        let looks = Task {
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advance(by: .milliseconds(250))
            }
        }
        var iterator = signals.makeAsyncIterator()
        #expect(await iterator.next() == .resumed)
        looks.cancel()
        running.cancel()
        try await running.value
        await service.stop()
    }

    @Test func withoutAMarkNothingIsKept() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let failing = FailingDatabase(store.database)
        let cache = CommittedCache<Int, [String]>(of: failing, capacity: 2)
        let mark = failing.changeMark
        cache.keep(["a"], for: 1, at: mark)
        #expect(cache.value(for: 1, at: mark) == ["a"])
        failing.failReads(with: SQLError(.diskFull, "full"))
        #expect(failing.changeMark == nil && cache.value(for: 1, at: failing.changeMark) == nil)
    }

    private struct Refused: Error {}
}
