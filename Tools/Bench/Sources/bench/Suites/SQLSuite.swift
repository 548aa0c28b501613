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

/// A picture as the neighbour in C has it.
private struct Picture: Sendable {
    static let table = Migration(
        "pictures-0001",
        """
        CREATE TABLE pictures (id TEXT PRIMARY KEY, description TEXT, location TEXT, image TEXT NOT NULL,
            created_at BIGINT NOT NULL);
        """)

    static let columns: SQL = "id, description, location, image, created_at"

    let id: ImageID
    let description: String?
    let location: String?
    let image: String
    let createdAt: Date

    init(number: Int) {
        id = Self.id(number: number)
        description = "Picture \(number) of a lake in the morning"
        location = "Bled, Slovenia \(number)"
        image = "https://example.com/image/\(number)-86e7e3e4b8b6e0fa"
        createdAt = Date(timeIntervalSince1970: 1_700_000_000 + Double(number) / 1_000)
    }

    /// The key that the C program gives the picture: another order of keys would
    /// make another tree, and other work for SQLite.
    private static func id(number: Int) -> ImageID {
        let a = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
        let b = (a ^ a >> 29) &* 0xBF58_476D_1CE4_E5B9
        let high = a & ~0xFFFF | 0x4000 | a & 0xFFF
        let low = (0x8000 | b >> 52) << 48 | b & 0xFFFF_FFFF_FFFF
        return ImageID(UUID(uuid: unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self)))
    }

    private init(id: ImageID, description: String?, location: String?, image: String, createdAt: Date) {
        self.id = id
        self.description = description
        self.location = location
        self.image = image
        self.createdAt = createdAt
    }

    static func read(_ row: any SQLRow) throws -> Picture {
        Picture(
            id: try row[0], description: try row[1], location: try row[2], image: try row[3], createdAt: try row[4])
    }

    func insert(in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO pictures (id, description, location, image, created_at)
            VALUES (\(id), \(description), \(location), \(image), \(createdAt))
            """)
    }

    static func find(_ id: ImageID, in db: any SQLReading) throws {
        let found = try db.first("SELECT \(columns) FROM pictures WHERE id = \(id)", read)
        guard found?.id == id else { throw NeighbourFailure(step: 1) }
    }
}

/// The database of the neighbour in C.
///
/// `@unchecked Sendable`: contestants take turns, so one uses it at a time.
@safe private final class SQLNeighbour: @unchecked Sendable {
    private let handle: OpaquePointer

    init(path: String, count: Int) throws {
        guard let handle = unsafe neighbour_sql_open(path, count) else { throw NeighbourFailure(step: 1) }
        unsafe self.handle = handle
    }

    deinit { unsafe neighbour_sql_close(handle) }

    func check(_ step: (OpaquePointer) -> Int32) throws {
        let code = unsafe step(handle)
        if code != 0 { throw NeighbourFailure(step: code) }
    }
}
