import ConfigurationAPI
import ConfigurationTesting
import HTTPServingAPI
import KernelTesting
import Localization
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerWiring
import TelemetryTesting
import Testing

/// `database` of `/readyz` tells whether a write would pass.
struct DatabaseHealthTests {
    private let clock = ManualClock()

    private func check(_ database: any SQLDatabase) throws -> HealthCheck {
        var host = PluginHost()
        try host.install(
            OperationsPlugin.self,
            .init(
                database: database, exposition: InMemoryMetrics(), sources: { [] }, configuration: .fixture(),
                clock: clock))
        return try #require(try host.composed().values(of: HealthChecks.self).first { $0.name == "database" })
    }

    @Test func aDatabaseThatTakesChangesIsHealthy() async throws {
        let store = try await TemporaryDatabase()
        #expect(try await check(store.database).check() == .healthy)
    }

    @Test(arguments: [SQLError.Code.busy, .diskFull, .readOnly, .timedOut, .unavailable])
    func oneThatRefusesThemSaysWhy(code: SQLError.Code) async throws {
        let store = try await TemporaryDatabase()
        let database = FailingDatabase(store.database), error = SQLError(code, "it fails for this test")
        let check = try check(database)
        database.failWrites(with: error)
        #expect(await check.check() == .failing(try #require(error.advice)))
        database.failWrites(with: nil)
        #expect(await check.check() == .healthy, "as soon as it takes them again")
    }

    /// Another program holds the lock: a write is still waiting.
    @Test func thatChangesWaitIsToldAfterTwoSeconds() async throws {
        let store = try await TemporaryDatabase(), gate = Gate()
        let database = WaitingDatabase(database: store.database, gate: gate)
        let check = try check(database)
        async let first = check.check()
        async let second = check.check()
        await clock.waitForSleepers(2)
        while await gate.arrivals == 0 { await Task.yield() }
        clock.advance(by: .seconds(2))
        for result in await [first, second] {
            guard case .failing(let text) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(text.english.contains("takes no changes") && text.spanish.contains("no admite cambios"))
        }
        #expect(await gate.arrivals == 1, "one write waits, however many ask")
        await gate.open()
        #expect(await check.check() == .healthy)
    }
}

/// A database whose writes wait until a test lets them through.
private struct WaitingDatabase: SQLDatabase {
    let database: any SQLDatabase
    let gate: Gate

    func read<Value: Sendable>(
        _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
    ) async throws -> Value {
        try await database.read(recency, body)
    }

    func write<Value: Sendable>(
        _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Value {
        await gate.pass()
        return try await database.write(manner, body)
    }

    var changeMark: SQLChangeMark? { nil }

    func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {}
}

private actor Gate {
    private(set) var arrivals = 0
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        arrivals += 1
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
