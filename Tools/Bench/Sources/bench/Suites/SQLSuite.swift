import BenchKit
import CNeighbours
import CoreModels
import FoundationEssentials
import SQLStoreAPI
import SQLStoreSQLite

extension BenchSuite {
    /// Rows of pictures through the store, beside sqlite3 in C.
    static let sql = BenchSuite("sql") {
        let bench = try await SQLBench()
        return [
            BenchCase(
                "SQL, insert 10 000 rows in one transaction", goals: [.timesTheLimit(1.25)],
                [
                    Contestant(elsewhere: "Essential", .subject) { try await bench.insert($0) },
                    Contestant(elsewhere: "C over sqlite3", .limit) { try await bench.insertInC($0) },
                ] + PythonNeighbour.sql("insert")),
            BenchCase(
                "SQL, read 10 000 rows into values", goals: [.timesTheLimit(1.4)],
                [
                    Contestant("Essential", .subject) { try await bench.read($0) },
                    Contestant("C over sqlite3", .limit) { try bench.readInC($0) },
                ] + PythonNeighbour.sql("read")),
            BenchCase(
                "SQL, look a row up by its key, many in one read", goals: [.timesTheLimit(1.2)],
                [
                    Contestant("Essential", .subject) { try await bench.lookUp($0) },
                    Contestant("C over sqlite3, one transaction", .limit) { try bench.lookUpInC($0, together: true) },
                ]),
            BenchCase(
                "SQL, look a row up by its key, a read of its own each", goals: [.timesTheLimit(1.2)],
                [
                    Contestant("Essential", .subject) { try await bench.lookUpEach($0) },
                    Contestant("C over sqlite3", .limit) { try bench.lookUpInC($0, together: false) },
                    Contestant("C over sqlite3, on a thread of its own", .neighbour) { try bench.askInC($0) },
                ] + PythonNeighbour.sql("look-up")),
        ]
    }
}

/// The same rows in two databases: one of the store's and one of the C
/// program's.
private final class SQLBench: Sendable {
    private static let count = 10_000

    private let folder = BenchFolder("sql")
    private let store: BenchStore
    private let neighbour: SQLNeighbour
    private let pictures: [Picture]

    init() async throws {
        store = try await BenchStore(in: folder, [Picture.table])
        neighbour = try SQLNeighbour(path: folder.path(of: "neighbour.db"), count: Self.count)
        pictures = (0..<Self.count).map(Picture.init(number:))
        try await insertAll()
        try unsafe neighbour.check { unsafe neighbour_sql_insert($0) }
    }

    private func insertAll() async throws {
        try await store.database.write { db in for index in pictures.indices { try pictures[index].insert(in: db) } }
    }

    /// Only the transaction with the inserts counts, not the removal of what
    /// was there before.
    func insert(_ count: Int) async throws -> Sample {
        try await Sample.mean(of: count) {
            try await store.database.write { db in _ = try db.run("DELETE FROM pictures") }
        } measured: {
            try await insertAll()
        }
    }

    func insertInC(_ count: Int) async throws -> Sample {
        try await Sample.mean(of: count) {
            try unsafe neighbour.check { unsafe neighbour_sql_clear($0) }
        } measured: {
            try unsafe neighbour.check { unsafe neighbour_sql_insert($0) }
        }
    }

    func read(_ count: Int) async throws {
        for _ in 0..<count {
            let read = try await store.database.read { db in
                try db.rows("SELECT \(Picture.columns) FROM pictures", Picture.read)
            }
            guard read.count == Self.count else { throw NeighbourFailure(step: 1) }
        }
    }

    func readInC(_ count: Int) throws {
        try unsafe neighbour.check { unsafe neighbour_sql_read($0, count) }
    }

    func lookUp(_ count: Int) async throws {
        try await store.database.read { db in
            for number in 0..<count { try Picture.find(pictures[number * 7919 % Self.count].id, in: db) }
        }
    }

    func lookUpEach(_ count: Int) async throws {
        for number in 0..<count {
            try await store.database.read { db in try Picture.find(pictures[number * 7919 % Self.count].id, in: db) }
        }
    }

    func lookUpInC(_ count: Int, together: Bool) throws {
        try unsafe neighbour.check { unsafe neighbour_sql_look_up($0, count, together ? 1 : 0) }
    }

    func askInC(_ count: Int) throws {
        try unsafe neighbour.check { unsafe neighbour_sql_ask($0, count) }
    }
}

extension Sample {
    /// What some operations take on average, without what prepares each.
    static func mean(
        of count: Int, preparing: () async throws -> Void, measured work: () async throws -> Void
    ) async throws -> Sample {
        var elapsed = 0.0, processor = 0.0, memory = 0.0
        for _ in 0..<count {
            try await preparing()
            let sample = try await Sample.measuring(1) { _ in try await work() }
            elapsed += sample.elapsed / Double(count)
            processor += sample.processor / Double(count)
            memory = max(memory, sample.memory)
        }
        return Sample(elapsed: elapsed, processor: processor, memory: memory)
    }
}
