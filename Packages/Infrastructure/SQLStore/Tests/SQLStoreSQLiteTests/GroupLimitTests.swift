import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreSQLite
import Testing

/// How far a group of writes goes.
struct GroupLimitTests {
    private let folder: TemporaryFolder
    private let time = Locked(ContinuousClock.now)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(count: Int = 64) async throws -> SQLiteDatabase {
        let store = makeStore(
            folder.path(of: "test.db"),
            groupLimits: CommitGroup.Limits(count: count, time: .milliseconds(4), now: { [time] in time.current }))
        try await store.open()
        return store
    }

    private func advance(_ duration: Duration) { time.withLock { $0 += duration } }

    /// What has been committed, as a reader sees it, when each of some writes that wait together begins.
    private func seen(
        in store: SQLiteDatabase, _ manners: [SQLManner],
        _ work: @escaping @Sendable (Int, any SQLWriting) throws -> Void
    ) async throws -> [SQLChangeMark?] {
        let gate = Gate(), marks = Locked<[SQLChangeMark?]>([])
        async let first: Void = store.write { _ in gate.pass() }
        await gate.waitForArrival()
        let tasks = manners.enumerated().map { number, manner in
            Task.immediate {
                try await store.write(manner) { db in
                    let mark = store.changeMark
                    try work(number, db)
                    marks.withLock { $0.append(mark) }
                }
            }
        }
        gate.open()
        try await first
        for task in tasks { try await task.value }
        return marks.current
    }

    private static func add(_ number: Int, in db: any SQLWriting) throws {
        try db.run("INSERT INTO notes (text) VALUES (\("\(number)"))")
    }

    @Test func endsWithItsCount() async throws {
        let store = try await store(count: 4)
        let marks = try await seen(in: store, Array(repeating: .exclusive, count: 11)) { try Self.add($0, in: $1) }
        // The one at the gate is the first of the first four.
        #expect(Set(marks).count == 3)
        #expect(try await store.texts() == (0..<11).map { "\($0)" })
        await store.close()
    }

    @Test func endsWithItsTime() async throws {
        let store = try await store()
        let marks = try await seen(in: store, Array(repeating: .exclusive, count: 6)) { number, db in
            try Self.add(number, in: db)
            advance(.milliseconds(2))
        }
        // Two guests; then three groups of two.
        #expect(marks.count == 6 && Set(marks).count == 3)
        await store.close()
    }

    @Test func whoTakesTooLongBeginsAnewAndHoldsUpNobody() async throws {
        let store = try await store(), calls = Locked<[Int]>([])
        let marks = try await seen(in: store, Array(repeating: .exclusive, count: 3)) { number, db in
            calls.withLock { $0.append(number) }
            if number == 1 { advance(.seconds(1)) }
            try Self.add(number, in: db)
        }
        #expect(calls.current == [0, 1, 1, 2])
        #expect(marks.count == 3 && Set(marks).count == 3)
        #expect(try await store.texts() == ["0", "1", "2"])
        await store.close()
    }

    /// 2 synchronises each commit, 1 none.
    @Test func whatHasToBeDurableIsInADurableGroup() async throws {
        let store = try await store(), found = Locked<[Int?]>([])
        let marks = try await seen(in: store, [.soon, .exclusive, .soon, .exclusive]) { number, db in
            let value: Int? = try db.value("SELECT * FROM pragma_synchronous")
            found.withLock { $0.append(value) }
        }
        #expect(found.current == [2, 2, 2, 2] && Set(marks).count == 1, "a guest needn't wait for the disk")
        let gate = Gate()
        found.withLock { $0 = [] }
        async let first: Void = store.write(.soon) { db in
            gate.pass()
            try Self.add(0, in: db)
        }
        await gate.waitForArrival()
        let durable = Task.immediate {
            try await store.write { db in
                let value: Int? = try db.value("SELECT * FROM pragma_synchronous")
                found.withLock { $0.append(value) }
            }
        }
        gate.open()
        try await first
        try await durable.value
        #expect(found.current == [2])
        await store.close()
    }
}
