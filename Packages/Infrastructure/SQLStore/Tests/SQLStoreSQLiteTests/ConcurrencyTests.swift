import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct ConcurrencyTests {
    @Test func readsOneSnapshotWhileOthersWrite() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let gate = Gate()
        async let counts: [Int] = store.database.read { db in
            let before: Int? = try db.value("SELECT count(*) FROM notes")
            gate.pass()
            let after: Int? = try db.value("SELECT count(*) FROM notes")
            return [before ?? -1, after ?? -1]
        }
        await gate.waitForArrival()
        try await store.database.insert(["b"])
        #expect(try await store.database.texts() == ["a", "b"])
        gate.open()
        #expect(try await counts == [1, 1])
    }

    @Test func readsBesideEachOther() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let gates = (0..<4).map { _ in Gate() }
        try await withThrowingTaskGroup { group in
            for gate in gates {
                group.addTask { try await store.database.read { _ in gate.pass() } }
            }
            // All four are inside at the same time, and a fifth has to wait.
            for gate in gates { await gate.waitForArrival() }
            async let fifth = store.database.texts()
            for gate in gates { gate.open() }
            #expect(try await fifth == ["a"])
            try await group.waitForAll()
        }
    }

    @Test func writesOneAfterAnother() async throws {
        let store = try await TemporaryDatabase(
            Migration("counter-0001", "CREATE TABLE c (n INTEGER); INSERT INTO c VALUES (0)"))
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask {
                    try await store.database.write { db in
                        let count: Int = try db.value("SELECT n FROM c") ?? 0
                        try db.run("UPDATE c SET n = \(count + 1)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.database.read { db in try db.value("SELECT n FROM c") } == 200)
    }

    @Test func writesInTheOrderOfTheCalls() async throws {
        let store = try await TemporaryDatabase.notes()
        let gate = Gate()
        async let first: Void = store.engine.write { _ in gate.pass() }
        await gate.waitForArrival()
        // Immediate tasks run up to their first suspension: the queue.
        let tasks = (0..<20).map { number in
            Task.immediate { try await store.database.insert(["\(number)"]) }
        }
        gate.open()
        try await first
        for task in tasks { try await task.value }
        #expect(try await store.database.texts() == (0..<20).map { "\($0)" })
    }

    @Test func readersSeeWholeTransactionsOnly() async throws {
        let store = try await TemporaryDatabase(
            Migration(
                "accounts-0001",
                """
                CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL CHECK (balance >= 0));
                INSERT INTO accounts VALUES (0, 1000), (1, 1000), (2, 1000), (3, 1000);
                """))
        try await withThrowingTaskGroup { group in
            for seed in 0..<4 {
                group.addTask {
                    for step in 0..<50 {
                        let (from, to) = ((seed + step) % 4, (seed * 3 + step + 1) % 4)
                        try await store.database.write { db in
                            try db.run("UPDATE accounts SET balance = balance - 10 WHERE id = \(from)")
                            try db.run("UPDATE accounts SET balance = balance + 10 WHERE id = \(to)")
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<100 {
                        let sum = try await store.database.read { db in
                            try db.values("SELECT balance FROM accounts", as: Int.self).reduce(0, +)
                        }
                        #expect(sum == 4000)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await store.maintenance.checkIntegrity()
        await store.close()
        #expect(store.faults.isEmpty)
    }

    @Test func waitsForAnotherProcessAndThenGivesUp() async throws {
        let store = try await TemporaryDatabase.notes()
        let other = makeStore(store.path, busyTimeout: .milliseconds(50))
        try await other.open()
        let gate = Gate()
        async let holding: Void = store.engine.write { _ in gate.pass() }
        await gate.waitForArrival()
        #expect(await sqlError { try await other.insert(["a"]) }?.code == .busy)
        #expect(try await other.texts().isEmpty)
        gate.open()
        try await holding
        try await other.insert(["b"])
        #expect(try await store.database.texts() == ["b"])
        await other.close()
    }

    @Test func keepsTheLogShort() async throws {
        let store = try await TemporaryDatabase.notes()
        let large = String(repeating: "x", count: 100_000)
        var longest = 0
        for _ in 0..<200 {
            try await store.database.insert([large])
            longest = max(longest, fileSize(store.path + "-wal"))
        }
        // 20 MB were written; a checkpoint is due every 4 MB.
        #expect(longest > 3_000_000)
        #expect(longest < 6_000_000)
    }

    @Test func cutsTheLogBackEvenIfReadsNeverPause() async throws {
        let store = try await TemporaryDatabase.notes()
        let large = String(repeating: "x", count: 100_000)
        let readers = (0..<3).map { _ in
            Task {
                while !Task.isCancelled {
                    // Its snapshot is older than some writes by the time it ends.
                    try await store.database.read { db in
                        try db.scan("SELECT count(*) FROM notes") { _ in .next }
                        try db.scan(
                            """
                            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000)
                            SELECT max(i) FROM n
                            """
                        ) { _ in .next }
                    }
                }
            }
        }
        var longest = 0
        for _ in 0..<800 {
            try await store.database.insert([large])
            longest = max(longest, fileSize(store.path + "-wal"))
        }
        for reader in readers { reader.cancel() }
        for reader in readers { _ = await reader.result }
        #expect(longest > 3_000_000)
        #expect(longest < 60_000_000)
    }
}
