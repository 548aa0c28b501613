import CoreModels
import Dispatch
import Locking
import SQLStoreAPI
import Testing

extension SQLDatabaseConformance {
    func checkTransactions() async throws {
        try await undoesWhatAClosureThrewAfter()
        try await goesOnFromASavepointAlone()
        try await readsOneSnapshot()
        try await losesNoUpdate()
        try await failsAlone()
        try await readersSeeWholeTransactions()
        try await givesEachRowToOneClaim()
        try await keepsWhatIsOnDiskSoon()
        try await changesItsMarkWithEachCommit()
        try await worksForWhoeverAsked()
    }

    private func worksForWhoeverAsked() async throws {
        let store = try await makeNotes(), location = sourceLocation
        for origin in [nil, RequestOrigin(address: "192.0.2.7"), RequestOrigin(address: "192.0.2.8")] {
            try await RequestOrigin.$current.withValue(origin) {
                try await store.database.write { _ in
                    #expect(RequestOrigin.current == origin, "a closure works for who calls", sourceLocation: location)
                }
            }
        }
        try await store.database.write { _ in
            #expect(RequestOrigin.current == nil, "and then for nobody", sourceLocation: location)
        }
    }

    /// Each call of a closure begins with what was there before the write,
    /// however often it is called.
    private func undoesWhatAClosureThrewAfter() async throws {
        let store = try await makeNotes("a"), location = sourceLocation
        try await store.database.write { db throws in
            #expect(try Self.texts(in: db) == ["a"], "a closure begins anew", sourceLocation: location)
            try Self.add("b", in: db)
            #expect(try Self.texts(in: db) == ["a", "b"], "it sees what it did", sourceLocation: location)
        }
        await #expect(throws: Refused(), sourceLocation: sourceLocation) {
            try await store.database.write { db in
                try Self.add("c", in: db)
                throw Refused()
            }
        }
        try await expectTexts(["a", "b"], in: store, "what threw is undone, what returned stands")
    }

    private func goesOnFromASavepointAlone() async throws {
        let store = try await makeNotes("a"), location = sourceLocation
        await expect(.uniqueViolation, "an error that the closure ignores") {
            try await store.database.write { db in
                _ = try? Self.add("a", in: db)
                _ = try? Self.add("b", in: db)
            }
        }
        try await store.database.write { db throws in
            try Self.add("first", in: db)
            let error = #expect(throws: SQLError.self, sourceLocation: location) {
                try db.savepoint { db in
                    try Self.add("outer", in: db)
                    try db.savepoint { db in try Self.add("inner", in: db) }
                    try Self.add("a", in: db)
                }
            }
            #expect(error?.code == .uniqueViolation, sourceLocation: location)
            try db.savepoint { db in
                try Self.add("second", in: db)
                #expect(throws: Refused.self, sourceLocation: location) {
                    try db.savepoint { db in
                        try Self.add("undone", in: db)
                        throw Refused()
                    }
                }
            }
        }
        try await expectTexts(["a", "first", "second"], in: store, "a savepoint is undone alone")
    }

    private func readsOneSnapshot() async throws {
        let store = try await makeNotes("a")
        let written = DispatchSemaphore(value: 0), (arrivals, arrival) = AsyncStream<Void>.makeStream()
        async let counts = store.database.read { db in
            let before = try Self.texts(in: db).count
            arrival.finish()
            written.wait()
            return [before, try Self.texts(in: db).count]
        }
        for await _ in arrivals {}
        try await Self.add("b", to: store.database)
        try await expectTexts(["a", "b"], in: store, "a read sees every write that has returned")
        written.signal()
        #expect(try await counts == [1, 1], "a read sees one state", sourceLocation: sourceLocation)
    }

    private func losesNoUpdate() async throws {
        let store = try await make([
            Migration("counter-0001", "CREATE TABLE c (n BIGINT NOT NULL); INSERT INTO c VALUES (0);")
        ])
        try await withThrowingTaskGroup { group in
            for _ in 0..<60 {
                group.addTask {
                    try await store.database.write { db in
                        let count: Int = try db.value("SELECT n FROM c") ?? 0
                        try db.run("UPDATE c SET n = \(count + 1)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let count: Int? = try await store.database.read { db in try db.value("SELECT n FROM c") }
        #expect(count == 60, "no exclusive write comes between another one", sourceLocation: sourceLocation)
    }

    /// Writes at the same time, of which every other one throws, and every third one takes a text that is there.
    private func failsAlone() async throws {
        let store = try await makeNotes("taken")
        let failed = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<30 {
                group.addTask {
                    do {
                        try await store.database.write { db in
                            try Self.add("\(number)", in: db)
                            if number.isMultiple(of: 2) { throw Refused() }
                            if number.isMultiple(of: 3) { try Self.add("taken", in: db) }
                        }
                        return nil
                    } catch {
                        return number
                    }
                }
            }
            return await group.reduce(into: []) { failed, number in number.map { failed.append($0) } }
        }
        #expect(
            failed.sorted() == (0..<30).filter { $0.isMultiple(of: 2) || $0.isMultiple(of: 3) },
            "what fails is told to its caller alone", sourceLocation: sourceLocation)
        let texts = try await store.database.read { db in try Self.texts(in: db) }
        #expect(
            Set(texts) == Set((0..<30).filter { !failed.contains($0) }.map { "\($0)" } + ["taken"]),
            "a write that fails is undone alone", sourceLocation: sourceLocation)
    }

    private func readersSeeWholeTransactions() async throws {
        let store = try await make([
            Migration(
                "accounts-0001",
                """
                CREATE TABLE accounts (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL);
                INSERT INTO accounts (id, balance) VALUES (0, 1000), (1, 1000), (2, 1000), (3, 1000);
                """)
        ])
        let location = sourceLocation
        try await withThrowingTaskGroup { group in
            for seed in 0..<3 {
                group.addTask {
                    for step in 0..<20 {
                        let (from, to) = ((seed + step) % 4, (seed * 3 + step + 1) % 4)
                        try await store.database.write { db in
                            try db.run("UPDATE accounts SET balance = balance - 10 WHERE id = \(from)")
                            try db.run("UPDATE accounts SET balance = balance + 10 WHERE id = \(to)")
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<40 {
                        let balances = try await store.database.read { db in
                            try db.values("SELECT balance FROM accounts", as: Int.self)
                        }
                        #expect(balances.reduce(0, +) == 4000, sourceLocation: location)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func givesEachRowToOneClaim() async throws {
        let store = try await make([
            Migration("queue-0001", "CREATE TABLE queue (id BIGINT PRIMARY KEY, state TEXT NOT NULL);")
        ])
        try await store.database.write { db in
            for id in 0..<60 { try db.run("INSERT INTO queue (id, state) VALUES (\(id), 'waiting')") }
        }
        let claimed = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var mine: [Int] = []
                    while true {
                        let rows: [Int] = try await store.database.write(.claiming) { db in
                            try db.values(
                                """
                                UPDATE queue SET state = 'taken' WHERE id IN (
                                    SELECT id FROM queue WHERE state = 'waiting' ORDER BY id LIMIT 3 \(db.claimClause))
                                RETURNING id
                                """)
                        }
                        if rows.isEmpty { return mine }
                        mine += rows
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.sorted() == Array(0..<60), "each row is claimed once", sourceLocation: sourceLocation)
    }

    private func keepsWhatIsOnDiskSoon() async throws {
        let store = try await makeNotes()
        try await Self.add("soon", to: store.database, .soon)
        try await expectTexts(["soon"], in: store, "it is seen at once")
        try await Self.add("durable", to: store.database)
        try await store.reopen(with: nil)
        try await expectTexts(["soon", "durable"], in: store, "it survives a restart")
    }

    private func changesItsMarkWithEachCommit() async throws {
        let store = try await makeNotes("a")
        guard let mark = store.database.changeMark else { return }
        _ = try await store.database.read { db in try Self.texts(in: db) }
        await #expect(throws: Refused(), sourceLocation: sourceLocation) {
            try await store.database.write { db in
                try Self.add("b", in: db)
                throw Refused()
            }
        }
        #expect(store.database.changeMark == mark, "nothing was committed", sourceLocation: sourceLocation)
        try await Self.add("b", to: store.database)
        #expect(store.database.changeMark != mark, "something was committed", sourceLocation: sourceLocation)
    }

    // MARK: - Cancellation

    func checkCancellation() async throws {
        let store = try await makeNotes("a")
        for isWriting in [false, true] {
            let (arrivals, arrival) = AsyncStream<Void>.makeStream()
            let task = Task {
                if isWriting {
                    try await store.database.write { db in
                        try Self.add("undone", in: db)
                        try Self.runForever(db, arrival)
                    }
                } else {
                    try await store.database.read { db in try Self.runForever(db, arrival) }
                }
            }
            for await _ in arrivals {}
            task.cancel()
            await expect(.cancelled, "a statement that runs ends") { try await task.value }
        }
        let late = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await Self.add("undone", to: store.database)
        }
        await expect(.cancelled, "nothing begins for a task that is cancelled") { try await late.value }
        try await expectTexts(["a"], in: store, "what was cancelled is undone")
        try await Self.add("b", to: store.database)
        try await expectTexts(["a", "b"], in: store, "the store is as good as new")
    }

    private static func runForever(_ db: any SQLReading, _ arrival: AsyncStream<Void>.Continuation) throws {
        arrival.finish()
        try db.scan(
            """
            WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n
            """
        ) { _ in .next }
    }
}
