import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct CancellationTests {
    @Test func endsAStatementThatRuns() async throws {
        let store = try await TemporaryDatabase.notes()
        let gate = Gate()
        let task = Task { try await store.database.read { db in try Self.runForever(db, gate) } }
        await gate.waitForArrival()
        task.cancel()
        #expect(await sqlError { try await task.value }?.code == .cancelled)
        // The connection is as good as new.
        #expect(try await store.database.texts().isEmpty)
    }

    @Test func rollsBackAWrite() async throws {
        let store = try await TemporaryDatabase.notes()
        let gate = Gate()
        let task = Task {
            try await store.database.write { db in
                try db.run("INSERT INTO notes (text) VALUES ('a')")
                try Self.runForever(db, gate)
            }
        }
        await gate.waitForArrival()
        task.cancel()
        #expect(await sqlError { try await task.value }?.code == .cancelled)
        #expect(try await store.database.texts().isEmpty)
    }

    @Test func rollsBackAWriteThatIgnoresTheError() async throws {
        let store = try await TemporaryDatabase.notes()
        let gate = Gate()
        let task = Task {
            try await store.database.write { db in
                try db.run("INSERT INTO notes (text) VALUES ('a')")
                try? Self.runForever(db, gate)
                _ = try? db.run("INSERT INTO notes (text) VALUES ('b')")
            }
        }
        await gate.waitForArrival()
        task.cancel()
        #expect(await sqlError { try await task.value }?.code == .cancelled)
        #expect(try await store.database.texts().isEmpty)
    }

    @Test func leavesTheQueueOfWrites() async throws {
        let store = try await TemporaryDatabase.notes()
        let gate = Gate()
        async let first: Void = store.engine.write { _ in gate.pass() }
        await gate.waitForArrival()
        let second = Task.immediate { try await store.database.insert(["second"]) }
        let third = Task.immediate { try await store.database.insert(["third"]) }
        second.cancel()
        // The first still runs.
        #expect(await sqlError { try await second.value }?.code == .cancelled)
        gate.open()
        try await first
        try await third.value
        #expect(try await store.database.texts() == ["third"])
    }

    @Test func doesNothingForATaskThatIsCancelledAlready() async throws {
        let store = try await TemporaryDatabase.notes()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.database.insert(["a"])
        }
        #expect(await sqlError { try await task.value }?.code == .cancelled)
        #expect(try await store.database.texts().isEmpty)
    }

    @Test func endsTheWaitForAnotherProcess() async throws {
        let store = try await TemporaryDatabase.notes()
        let other = makeStore(store.path, busyTimeout: .seconds(600))
        try await other.open()
        let gate = Gate()
        async let holding: Void = store.engine.write { _ in gate.pass() }
        await gate.waitForArrival()
        let waiting = Task.immediate { try await other.insert(["a"]) }
        waiting.cancel()
        #expect(await sqlError { try await waiting.value }?.code == .cancelled)
        gate.open()
        try await holding
        await other.close()
    }

    @Test func manyRacingCancellationsLeaveTheConnectionsUsable() async throws {
        let store = try await TemporaryDatabase.notes()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                let task = Task { try await store.database.insert(["\(number)"]) }
                group.addTask {
                    if number.isMultiple(of: 2) { task.cancel() }
                    do {
                        try await task.value
                        return true
                    } catch {
                        #expect((error as? SQLError)?.code == .cancelled)
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        // Exactly those that returned normally are there.
        #expect(try await store.database.texts().count == outcomes)
        #expect(outcomes >= 150)
    }

    private static func runForever(_ db: any SQLReading, _ gate: Gate) throws {
        gate.arrive()
        try db.scan("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n") { _ in
            .next
        }
    }
}
