import FoundationEssentials
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

/// Reads on the thread that asks, and when they are done elsewhere; the folder of tests is on a disk.
@Suite(.enabled(if: TemporaryDatabase.isFile)) struct ReadsInPlaceTests {
    private let folder: TemporaryFolder
    private let store: SQLiteDatabase
    private var path: String { folder.path(of: "test.db") }

    init() async throws {
        folder = try TemporaryFolder()
        store = makeStore(folder.path(of: "test.db"))
        try await store.open()
        try await store.insert(["a", "b"])
        // Who comes first opens the connections.
        _ = try await store.texts()
    }

    /// Whether this is a thread that does nothing but read.
    private static var isReader: Bool {
        FileManager.default.contents(atPath: "/proc/thread-self/comm") == Data("sql-reader\n".utf8)
    }

    /// For each call of a closure whether it was on a thread for reads.
    private func calls<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReading) throws -> Value
    ) async throws -> (value: Value, onReader: [Bool]) {
        let calls = Locked<[Bool]>([])
        let value = try await store.read { db in
            calls.withLock { $0.append(Self.isReader) }
            return try body(db)
        }
        return (value, calls.current)
    }

    private static let count: SQL = "SELECT count(*) FROM notes"
    /// Two million steps.
    private static let long: SQL = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT count(*) FROM n
        """

    @Test func whatIsShortAndInMemoryIsReadInPlace() async throws {
        for texts in 2...5 {
            let (count, onReader) = try await calls { db in try db.value(Self.count, as: Int.self) }
            #expect(count == texts && onReader == [false], "what was written before is there")
            try await store.insert(["c"])
        }
        await store.close()
        #expect(await sqlError { _ = try await store.texts() }?.code == .closed)
    }

    /// Nobody waits for a disk but threads that are there for it.
    @Test func whatIsNotInMemoryIsReadElsewhere() async throws {
        try await store.insert((0..<200).map { String(repeating: "\($0 % 10)", count: 10_000) })
        let emptied = try await ChildProcess.run("sqlite3", [path, "PRAGMA wal_checkpoint(TRUNCATE)"])
        #expect(emptied.outputText == "0|0|0\n", "\(emptied.errorText)")
        for id in [50, 120, 190] {
            try await forget()
            for isCold in [true, false] {
                let (text, onReader) = try await calls { db in
                    try db.value("SELECT text FROM notes WHERE id = \(id)", as: String.self)
                }
                #expect(text?.count == 10_000 && onReader == (isCold ? [false, true] : [false]), "\(id)")
            }
        }
    }

    /// Has the system forget what is in the file, as far as it has it in memory alone.
    private func forget() async throws {
        // In another process: a file that is closed in this one takes SQLite's locks with it.
        let run = try await ChildProcess.run(
            "python3",
            ["-c", "import os,sys; f=os.open(sys.argv[1],0); os.fsync(f); os.posix_fadvise(f,0,0,4)", path])
        #expect(run.exit == .status(0), "\(run.errorText)")
    }

    @Test func whatTakesManyStepsIsDoneElsewhere() async throws {
        for _ in 0..<3 {
            let (count, onReader) = try await calls { db in try db.value(Self.long, as: Int.self) }
            #expect(count == 100_000 && onReader == [false, true])
        }
        // What a closure makes of the error of an interrupted statement doesn't count.
        let (answer, _) = try await calls { db in (try? db.value(Self.long, as: Int.self)) ?? -1 }
        #expect(answer == 100_000)
        #expect(try await calls { db in try db.value(Self.count, as: Int.self) }.onReader == [false])
    }

    /// A snapshot that stays would keep the log from ever being emptied.
    @Test func nothingStaysOpen() async throws {
        for number in 0..<3_000 {
            _ =
                try await number % 100 == 0
                ? store.read { db in try db.value(Self.long, as: Int.self) }
                : store.read { db in try db.value(Self.count, as: Int.self) }
        }
        try await store.insert(["c"])
        let emptied = try await ChildProcess.run("sqlite3", [path, "PRAGMA wal_checkpoint(TRUNCATE)"])
        #expect(emptied.outputText == "0|0|0\n", "\(emptied.outputText)")
    }

    @Test func errorsAreThoseOfAThreadForReads() async throws {
        struct Own: Error {}
        let calls = Locked(0)
        await #expect(throws: Own.self) {
            _ = try await store.read { _ in
                calls.withLock { $0 += 1 }
                throw Own()
            }
        }
        #expect(calls.current == 1)
        let error = await sqlError {
            _ = try await store.read { db in try db.value("SELECT x FROM notes", as: Int.self) }
        }
        #expect(error?.code == .statement)
        let refused = await sqlError {
            _ = try await store.read { db in try db.value("DELETE FROM notes RETURNING id", as: Int.self) }
        }
        #expect(refused?.code == .readOnly)
        #expect(try await store.texts() == ["a", "b"])
    }

    @Test func manyAtOnceSeeWholeTransactions() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        let count = try await store.read { db in try db.value(Self.count, as: Int.self) }
                        #expect((count ?? 1) % 2 == 0)
                    }
                }
            }
            for _ in 0..<100 { try await store.insert(["c", "d"]) }
            try await group.waitForAll()
        }
        #expect(try await store.texts().count == 202)
    }
}
