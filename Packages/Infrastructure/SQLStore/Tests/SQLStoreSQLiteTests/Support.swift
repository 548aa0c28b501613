import Dispatch
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting

/// A text that stands in the source, for tests with many statements.
struct StaticText: ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    let sql: SQL

    init(stringLiteral value: StaticString) {
        sql = SQL(stringLiteral: value)
    }

    var description: String { sql.text }
}

let notes = Migration("notes-0001", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")

extension TemporaryDatabase {
    /// A database with a table of notes.
    static func notes(_ texts: [String] = []) async throws -> TemporaryDatabase {
        let store = try await TemporaryDatabase(SQLStoreSQLiteTests.notes)
        try await store.database.insert(texts)
        return store
    }
}

extension SQLDatabase {
    func insert(_ texts: [String]) async throws {
        guard !texts.isEmpty else { return }
        try await write { db in
            for text in texts { try db.run("INSERT INTO notes (text) VALUES (\(text))") }
        }
    }

    func texts() async throws -> [String] {
        try await read { db in try db.values("SELECT text FROM notes ORDER BY id") }
    }
}

/// Lets a closure on a thread of the store wait for the test, and the other
/// way round.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    /// Tells the test that it is here, and waits for ``open()``.
    func pass() {
        arrive()
        semaphore.wait()
    }

    /// Tells the test that it is here.
    func arrive() { arrivals.continuation.yield() }

    /// Waits until somebody is at the gate.
    func waitForArrival() async { _ = await arrivals.stream.first { _ in true } }

    /// Lets one through.
    func open() { semaphore.signal() }
}

/// A store on a file of the test's choice.
func makeStore(
    _ path: String, _ migrations: [Migration] = [notes], policy: SQLStoreSettings.DamagePolicy = .refuse,
    verification: SQLStoreSettings.Verification = .quick, busyTimeout: Duration = .seconds(5), readers: Int = 4,
    observer: SQLStoreObserverSpy = SQLStoreObserverSpy(), changeInterval: Duration = .zero,
    groupLimits: CommitGroup.Limits = CommitGroup.Limits(time: .seconds(3600))
) -> SQLiteDatabase {
    let settings = SQLStoreSettings(
        path: path, damagePolicy: policy, verification: verification, readers: readers, busyTimeout: busyTimeout,
        now: { Date(timeIntervalSince1970: 1_767_323_045) })
    return SQLiteDatabase(
        settings, migrations: { migrations }, observer: observer, changeInterval: changeInterval,
        groupLimits: groupLimits)
}

/// The error of a call, if it throws one.
func sqlError(_ body: () async throws -> Void) async -> SQLError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? SQLError
    }
}

/// The size of a file; 0 if there is none.
func fileSize(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
}
