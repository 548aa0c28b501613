import Glibc
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

/// Writes that wait at the same time and are committed together, on a file of their own.
struct GroupCommitTests {
    private static let names = Migration(
        "names-0001",
        """
        CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
        CREATE TABLE child (parent INTEGER NOT NULL REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED);
        """)
    private let folder: TemporaryFolder
    private let store: SQLiteDatabase

    init() async throws {
        folder = try TemporaryFolder()
        store = makeStore(folder.path(of: "test.db"), [Self.names])
        try await store.open()
    }

    private typealias Write = @Sendable (any SQLWriting) throws -> Void

    private struct Refused: Error, Equatable {}

    /// Has writes wait behind one that stands at a gate, so that all are in one group.
    private func together<Value: Sendable>(_ bodies: [@Sendable (any SQLWriting) throws -> Value]) async throws
        -> [Result<Value, any Error>]
    {
        let gate = Gate(), store = store
        async let first: Void = store.write { _ in gate.pass() }
        await gate.waitForArrival()
        let tasks = bodies.map { body in Task.immediate { try await store.write { db in try body(db) } } }
        // Its closure is called again where the group can't be committed.
        for _ in 0..<2 { gate.open() }
        try await first
        var results: [Result<Value, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    private static func adding(_ text: String) -> Write {
        { db in try db.run("INSERT INTO notes (text) VALUES (\(text))") }
    }

    private func codes(_ results: [Result<Void, any Error>]) -> [SQLError.Code?] {
        results.map { result in
            if case .failure(let error) = result { (error as? SQLError)?.code ?? .other } else { nil }
        }
    }

    @Test func eachSeesWhatThoseBeforeItWrote() async throws {
        let results = try await together(
            (0..<20).map { number in
                { @Sendable db in
                    let before = try db.values("SELECT text FROM notes ORDER BY id", as: String.self)
                    try Self.adding("\(number)")(db)
                    return before
                }
            })
        for (number, result) in results.enumerated() { #expect(try result.get() == (0..<number).map { "\($0)" }) }
        await store.close()
    }

    @Test func oneThatFailsIsUndoneAlone() async throws {
        let results = try await together([
            Self.adding("a"),
            { @Sendable db in
                try Self.adding("undone")(db)
                throw Refused()
            },
            Self.adding("a"), Self.adding("b"),
            { @Sendable db in
                // What it ignores counts all the same.
                _ = try? Self.adding("a")(db)
                try? Self.adding("ignored")(db)
            },
            { @Sendable db in
                _ = try? db.savepoint { db in try Self.adding("a")(db) }
                try Self.adding("c")(db)
            },
        ])
        #expect(codes(results) == [nil, .other, .uniqueViolation, nil, .uniqueViolation, nil])
        #expect(throws: Refused()) { try results[1].get() }
        #expect(try await store.texts() == ["a", "b", "c"])
        await store.close()
    }

    @Test func nobodyIsAnsweredAndNothingSeenBeforeTheCommit() async throws {
        let gates = [Gate(), Gate()], events = Locked<[String]>([]), store = store
        store.listen(to: SQLTopic("notes")) { signal in events.withLock { $0.append("\(signal)") } }
        async let first: Void = store.write { db in
            gates[0].pass()
            try Self.adding("first")(db)
            try db.signal(SQLTopic("notes"), "first")
            try db.afterCommit { events.withLock { $0.append("after first") } }
        }
        await gates[0].waitForArrival()
        let failing = Task.immediate {
            defer { events.withLock { $0.append("failed") } }
            try await store.write { db in try Self.adding("first")(db) }
        }
        let last = Task.immediate { try await store.write { _ in gates[1].pass() } }
        gates[0].open()
        await gates[1].waitForArrival()
        #expect(events.current == [])
        #expect(try await store.texts() == [])
        gates[1].open()
        try await first
        try await last.value
        #expect(await sqlError { try await failing.value }?.code == .uniqueViolation)
        #expect(events.current == ["sent(\"first\")", "after first", "failed"])
        #expect(try await store.texts() == ["first"])
        await store.close()
    }

    /// The lock stands for what others left for after their commits, too.
    @Test func whoTakesALockComesAfterTheActionsOfThoseBefore() async throws {
        let events = Locked<[String]>([])
        let leaving: Write = { db in
            try db.afterCommit { events.withLock { $0.append("action") } }
        }
        let locking: Write = { db in
            try? db.savepoint { db in try db.lock("notes") }
            try db.lock("notes")
            events.withLock { $0.append("locked") }
        }
        let results = try await together([leaving, locking, locking])
        #expect(codes(results) == [nil, nil, nil])
        #expect(events.current == ["action", "locked", "locked"])
        await store.close()
    }

    @Test func aReferenceIsNotMadeGoodByTheNextWrite() async throws {
        let referring: Write = { db in try db.run("INSERT INTO child VALUES (2)") }
        let results = try await together([Self.adding("a"), referring, Self.adding("b")])
        #expect(codes(results) == [nil, .foreignKeyViolation, nil])
        #expect(try await store.texts() == ["a", "b"])
        await store.close()
    }

    @Test func oneTooManyForTheDiskTakesNobodyWithIt() async throws {
        let pages: Int = try await store.read { db in try db.value("SELECT page_count FROM pragma_page_count") } ?? 0
        try await store.limitSize(pages: pages)
        let results = try await together([
            Self.adding("a"), Self.adding(String(repeating: "x", count: 100_000)), Self.adding("b"),
        ])
        #expect(codes(results) == [nil, .diskFull, nil])
        #expect(try await store.texts() == ["a", "b"])
        await store.close()
    }

    @Test func oneThatIsCancelledTakesNobodyWithIt() async throws {
        let gates = [Gate(), Gate()], store = store
        async let first: Void = store.write { _ in gates[0].pass() }
        await gates[0].waitForArrival()
        let before = Task.immediate { try await store.write(Self.adding("before")) }
        let cancelled = Task.immediate {
            try await store.write { db in
                try Self.adding("undone")(db)
                gates[1].arrive()
                // The library undoes the whole transaction when it ends a statement that writes.
                try db.run(
                    """
                    INSERT INTO notes (text)
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0
                    """)
            }
        }
        let after = Task.immediate { try await store.write(Self.adding("after")) }
        for _ in 0..<2 { gates[0].open() }
        await gates[1].waitForArrival()
        cancelled.cancel()
        #expect(await sqlError { try await cancelled.value }?.code == .cancelled)
        try await first
        try await before.value
        try await after.value
        #expect(try await store.texts() == ["before", "after"])
        await store.close()
    }

    /// In a process of its own, whose files can't grow any more.
    @Test func aCommitThatFailsIsToldToAll() async throws {
        let path = folder.path(of: "other.db")
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let store = makeStore(path), gate = Gate()
            try await store.open()
            try await store.insert(["a"])
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(1), &limit)
            let former = limit.rlim_cur
            let first = Task.immediate {
                try await store.write { db in
                    gate.pass()
                    _ = try db.run("INSERT INTO notes (text) VALUES ('first')")
                }
            }
            await gate.waitForArrival()
            let others = (0..<8).map { number in Task.immediate { try await store.insert(["\(number)"]) } }
            limit.rlim_cur = rlim_t(fileSize(path + "-wal") + 100)
            setrlimit(__rlimit_resource_t(1), &limit)
            for _ in 0..<2 { gate.open() }
            var errors: [SQLError.Code?] = []
            for task in [first] + others { errors.append(await sqlError { try await task.value }?.code) }
            #expect(errors.allSatisfy { $0 == .diskFull || $0 == .inputOutput }, "\(errors)")
            #expect(try await store.texts() == ["a"])
            limit.rlim_cur = former
            setrlimit(__rlimit_resource_t(1), &limit)
            try await store.insert(["b"])
            #expect(try await store.texts() == ["a", "b"])
            await store.close()
        }
        await store.close()
    }

    @Test func aClosingStoreCompletesAllThatWait() async throws {
        let gate = Gate(), store = store
        async let first: Void = store.write { _ in gate.pass() }
        await gate.waitForArrival()
        let tasks = (0..<100).map { number in Task.immediate { try await store.write(Self.adding("\(number)")) } }
        let closing = Task.immediate { await store.close() }
        gate.open()
        try await first
        for task in tasks { try await task.value }
        await closing.value
        let again = makeStore(folder.path(of: "test.db"), [Self.names])
        try await again.open()
        #expect(try await again.texts() == (0..<100).map { "\($0)" })
        await again.close()
    }
}
