import Locking
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreTesting

extension Migration {
    static let notes = Migration(
        "notes-0001", "CREATE TABLE notes (position BIGINT PRIMARY KEY, text TEXT NOT NULL UNIQUE);")
}

extension SQLSeries {
    static let notes = SQLSeries("notes.position", latest: "SELECT MAX(position) FROM notes")
}

extension SQLTopic {
    static let notes = SQLTopic("notes.changed")
}

extension SQLDatabase {
    func add(_ text: String, _ manner: SQLManner = .exclusive) async throws {
        try await write(manner) { db in
            try db.run("INSERT INTO notes (position, text) VALUES (\(try db.nextNumber(of: .notes)), \(text))")
        }
    }

    func texts() async throws -> [String] {
        try await read { db in try db.values("SELECT text FROM notes ORDER BY position") }
    }
}

func sqlError<Value>(_ body: () async throws -> Value) async -> SQLError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? SQLError
    }
}

/// Collects what is heard, and tells when something is.
final class Ear: Sendable {
    let heard = Locked<[SQLSignal]>([])
    private let (stream, continuation) = AsyncStream<Void>.makeStream()

    func hear(_ signal: SQLSignal) {
        heard.withLock { $0.append(signal) }
        continuation.yield()
    }

    /// Waits until all of these have been heard, in whatever order.
    func wait(for signals: SQLSignal...) async {
        if Set(signals).isSubset(of: heard.current) { return }
        for await _ in stream where Set(signals).isSubset(of: heard.current) { return }
    }
}
