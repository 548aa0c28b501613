import BenchKit
import CNeighbours
import CoreModels
import FoundationEssentials
import SQLStoreAPI
import Synchronization

extension BenchSuite {
    /// Small writes, each acknowledged once it is on the disk, by one and by many at a time.
    static let commits = BenchSuite(
        "commits",
        cases: {
            let bench = try await CommitsBench()
            return [bench.case(writers: 1), bench.case(writers: CommitsBench.writers)]
        },
        figures: { try await CommitsBench().figures() })
}

/// One row changed in a transaction of its own, again and again.
private final class CommitsBench: Sendable {
    static let writers = 16
    private static let rows = 10_000
    private static let rounds = 7
    private static let writesPerRound = 4_000

    private let folder = BenchFolder("commits")
    private let store: BenchStore
    private let pictures: [Picture]
    private let neighbour: SQLNeighbour
    /// So that no row is as it was: what changes nothing isn't written.
    private let moments = Atomic(0)

    init() async throws {
        let pictures = (0..<Self.rows).map(Picture.init(number:))
        store = try await BenchStore(in: folder, [Picture.table])
        neighbour = try SQLNeighbour(path: folder.path(of: "neighbour.db"), count: Self.rows)
        try await store.database.write { db in for picture in pictures { try picture.insert(in: db) } }
        try unsafe neighbour.check { unsafe neighbour_sql_insert($0) }
        self.pictures = pictures
    }

    func `case`(writers: Int) -> BenchCase {
        BenchCase(
            "SQL, a durable write, \(writers) at a time",
            [
                Contestant("Essential", .subject) { [self] in try await write($0, by: writers) },
                Contestant("C over sqlite3, a commit each", .limit) { [self] in try writeInC($0, by: writers) },
            ])
    }

    private func write(_ count: Int, by writers: Int) async throws {
        try await withThrowingTaskGroup { group in
            for writer in 0..<writers {
                group.addTask { [self] in
                    for number in stride(from: writer, to: count, by: writers) {
                        let moment = moments.wrappingAdd(1, ordering: .relaxed).newValue
                        try await store.database.write { db in
                            try pictures[number * 7919 % Self.rows].touch(
                                Date(timeIntervalSince1970: Double(moment)), in: db)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func writeInC(_ count: Int, by writers: Int) throws {
        try unsafe neighbour.check { unsafe neighbour_sql_touch_by($0, writers, count) }
    }

    /// By the clock: what is shared is the time that the disk takes.
    ///
    /// With a commit each, Essential took 1.2 to 1.5 times as long as C, by one writer and by many: 0.3 is a quarter.
    func figures() async throws -> [any BenchFinding] {
        var many: [Double] = [], manyInC: [Double] = [], one: [Double] = [], oneInC: [Double] = []
        for _ in 0..<Self.rounds {
            many.append(try await elapsed { try await self.write($0, by: Self.writers) })
            manyInC.append(try await elapsed { try self.writeInC($0, by: Self.writers) })
            one.append(try await elapsed { try await self.write($0, by: 1) })
            oneInC.append(try await elapsed { try self.writeInC($0, by: 1) })
        }
        let shares = zip(many, manyInC).map { $0 / $1 }, latencies = zip(one, oneInC).map { $0 / $1 }
        return [
            FigureResult(
                "SQL, durable writes, \(Self.writers) at a time", many.map { 1_000_000 / $0 }, unit: "a second",
                beside: [
                    .init("C over sqlite3, a commit each", 1_000_000 / Spread(of: manyInC).median),
                    .init("Essential, one at a time", 1_000_000 / Spread(of: one).median),
                    .init("C over sqlite3, one at a time", 1_000_000 / Spread(of: oneInC).median),
                ]),
            FigureResult(
                "SQL, a durable write of \(Self.writers) at a time by one of C with a commit each, by the clock",
                shares,
                unit: "×", most: 0.3),
            FigureResult(
                "SQL, a durable write alone by one of C, by the clock", latencies, unit: "×", most: 1.6),
        ]
    }

    private func elapsed(_ work: (Int) async throws -> Void) async throws -> Double {
        try await Sample.measuring(Self.writesPerRound, work).elapsed
    }
}
