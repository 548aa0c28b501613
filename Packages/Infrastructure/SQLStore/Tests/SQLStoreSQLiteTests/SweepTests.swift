import KernelTesting
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct SweepTests {
    private struct Refused: Error {}

    private let folder: TemporaryFolder
    private let observer = SQLStoreObserverSpy()
    private let clock = ManualClock()
    private let rounds = Locked<[String]>([])

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the store of a program with these sweeps while `body` does something.
    private func run(
        _ sweeps: [Sweep], _ body: @escaping @Sendable (any SQLDatabase) async throws -> Void
    ) async throws {
        let assembly = SQLStorePlugin.assemble(
            .init(
                settings: SQLStoreSettings(path: folder.path(of: "test.db")), migrations: { [notes] },
                sweeps: { sweeps }, observer: observer, clock: clock))
        for service in assembly.services { try await service.start() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in assembly.services { group.addTask { try await service.run() } }
            try await body(assembly.exports.database)
            group.cancelAll()
            try await group.waitForAll()
        }
        for service in assembly.services { await service.stop() }
    }

    private func sweep(_ id: String, every interval: Duration) -> Sweep {
        Sweep(id, every: interval) { [rounds] db in
            try db.run("DELETE FROM notes WHERE text = \(id)")
            try db.afterCommit { rounds.withLock { $0.append(id) } }
        }
    }

    @Test func eachHasItsRhythm() async throws {
        let sweeps = [sweep("often", every: .seconds(60)), sweep("seldom", every: .seconds(150))]
        try await run(sweeps) { [clock, rounds] database in
            await clock.waitForSleepers(2)
            #expect(rounds.current.sorted() == ["often", "seldom"], "at the start")
            try await database.insert(["often", "seldom", "kept"])
            clock.advance(by: .seconds(60))
            await clock.waitForSleepers(2)
            #expect(try await database.texts() == ["seldom", "kept"])
            clock.advance(by: .seconds(60))
            await clock.waitForSleepers(2)
            clock.advance(by: .seconds(30))
            await clock.waitForSleepers(2)
            #expect(try await database.texts() == ["kept"])
        }
        #expect(rounds.current.count == 5)
        #expect(observer.faults == [])
    }

    @Test func aFailureIsToldAndTriedAgain() async throws {
        let isBroken = Locked(true)
        let sweep = Sweep("notes", every: .seconds(60)) { [rounds] db in
            if isBroken.current { throw Refused() }
            try db.run("DELETE FROM nowhere WHERE 1 = \(rounds.current.count)")
        }
        try await run([sweep]) { [clock] _ in
            await clock.waitForSleepers()
            isBroken.withLock { $0 = false }
            clock.advance(by: .seconds(60))
            await clock.waitForSleepers()
        }
        #expect(observer.faults.map(\.code) == [.other, .statement])
        #expect(observer.faults.allSatisfy { $0.message.hasPrefix("notes could not be swept: ") })
    }

    @Test func aTestSweepsWhenItLikes() async throws {
        let store = try await TemporaryDatabase.notes(["often", "kept"])
        try await store.sweep([sweep("often", every: .seconds(60)), sweep("seldom", every: .seconds(60))])
        #expect(try await store.database.texts() == ["kept"])
        #expect(rounds.current == ["often", "seldom"])
    }
}
