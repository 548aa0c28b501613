import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Localization
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerClock
import TelemetryAPI
import TelemetryTesting
import Testing

/// The server's clock over a real database, while the machine's jumps.
struct ServerClockTests {
    /// A machine whose clocks a test sets.
    private final class Machine: Sendable {
        private struct Clocks {
            var boot = "b"
            var wall = Date(timeIntervalSince1970: 1_800_000_000)
            var uptime = Duration.seconds(1_000)
        }

        private let clocks = Locked(Clocks())
        let log = LogSpy(), metrics = InMemoryMetrics()
        let store: TemporaryDatabase

        init() async throws {
            store = try await TemporaryDatabase(ServerClockTable.migration)
        }

        var wall: Date { clocks.current.wall }
        var bootTime: BootTime { BootTime(boot: clocks.current.boot, uptime: clocks.current.uptime) }

        func pass(seconds: Double) {
            clocks.withLock { clocks in
                clocks.wall += seconds
                clocks.uptime += .seconds(seconds)
            }
        }

        func startAnew() { clocks.withLock { $0.boot += "b" } }

        func jump(days: Double) { clocks.withLock { $0.wall += days * 86_400 } }

        var dependencies: ServerClockPlugin.Dependencies {
            .init(
                database: store.database, log: log.logger, metrics: metrics, wall: { self.wall },
                bootTime: { self.bootTime }, clock: ManualClock())
        }

        /// A run of the server.
        func run() throws -> (assembly: Assembly<ServerClockPlugin.Exports>, now: @Sendable () -> Date) {
            let assembly = try ServerClockPlugin.assemble(dependencies)
            return (assembly, assembly.exports.now)
        }
    }

    @Test(.requirement("OPS-07")) func aClockThatNobodyKeepsRightIsANotice() async throws {
        let machine = try await Machine()
        for (isSynchronized, codes) in [(false, ["clock_not_synchronized"]), (true, []), (nil, [])] {
            let clock = ServerClock(
                database: machine.store.database, keepsRecord: false, log: machine.log.logger, deviation: nil,
                wall: { machine.wall }, bootTime: { machine.bootTime }, clock: ManualClock(),
                isSynchronized: { isSynchronized })
            let findings = await clock.examine().findings
            #expect(findings.map(\.code) == codes && findings.allSatisfy { $0.weight == .notice })
        }
    }

    @Test func aJumpIsToldOnceAndShown() async throws {
        let machine = try await Machine()
        var host = PluginHost()
        let plugin = try host.install(ServerClockPlugin.self, machine.dependencies)
        let composition = try host.composed()
        let now = try composition[plugin].now, isDisputed = try composition[plugin].isDisputed
        let check = try #require(composition.values(of: HealthChecks.self).first)
        try await composition.run {
            let start = now()
            #expect(!isDisputed())
            machine.jump(days: 40)
            #expect(isDisputed())
            machine.pass(seconds: 5)
            for _ in 0..<100 { #expect(now() == start + 5) }
            #expect(machine.log.records.map(\.level) == [.critical])
            #expect(machine.log.text.contains("essentiald clock accept"))
            #expect(await machine.metrics.text(refreshing: []).contains("essentiald_clock_deviation_seconds 3456000"))
            guard case .impaired(let text) = await check.check() else {
                Issue.record("nobody is told")
                return
            }
            #expect(text.english.contains("3456000"))
            machine.jump(days: -40)
            #expect(now() == start + 5)
            #expect(await check.check() == .healthy && !isDisputed())
            #expect(machine.log.records.map(\.level) == [.critical, .notice])
            #expect(await machine.metrics.text(refreshing: []).contains("essentiald_clock_deviation_seconds 0"))
        }
    }

    /// The clock was ahead at one start of the machine and is right at the next: setting
    /// it helps nobody, and waiting for it neither.
    @Test(.requirement("D17")) func aClockThatIsRightAgainIsAdvisedAbout() async throws {
        let machine = try await Machine()
        machine.jump(days: 1_500)
        let first = try machine.run()
        for service in first.assembly.services { try await service.start() }
        for service in first.assembly.services { await service.stop() }
        machine.startAnew()
        machine.jump(days: -1_500)
        let second = try machine.run()
        for service in second.assembly.services { try await service.start() }
        #expect(machine.log.records.map(\.level) == [.critical])
        #expect(machine.log.text.contains("if it is right") && machine.log.text.contains("essentiald clock accept"))
    }

    /// Whoever can write the database sets the server's time while no server runs.
    @Test func aTimeThatSomebodySetIsDisputed() async throws {
        let machine = try await Machine(), first = try machine.run()
        for service in first.assembly.services { try await service.start() }
        try await machine.store.database.write { db in
            try db.run("UPDATE server_clock SET time = time + 43200000000")
        }
        let second = try machine.run()
        for service in second.assembly.services { try await service.start() }
        #expect(second.assembly.exports.isDisputed() && !first.assembly.exports.isDisputed())
    }

    @Test(arguments: [40.0, -40]) func aJumpBetweenTwoRunsIsNoticed(days: Double) async throws {
        let machine = try await Machine()
        let first = try machine.run()
        for service in first.assembly.services { try await service.start() }
        let start = first.now()
        machine.pass(seconds: 1_000)
        // It was killed: its record is that of its start.
        machine.jump(days: days)
        machine.pass(seconds: 60)
        let second = try machine.run()
        for service in second.assembly.services { try await service.start() }
        #expect(second.now() == start + 1_060)
        #expect(machine.log.records.map(\.level) == [.critical])
        for service in second.assembly.services { await service.stop() }
        // The operator says that this is the time.
        try await machine.store.database.write { db in
            try db.run("UPDATE server_clock SET is_accepted = \(true)")
        }
        let third = try machine.run()
        for service in third.assembly.services { try await service.start() }
        #expect(third.now() == machine.wall)
        // That counts once.
        machine.jump(days: days)
        let fourth = try machine.run()
        for service in fourth.assembly.services { try await service.start() }
        #expect(fourth.now() == machine.wall - days * 86_400)
    }

    @Test func itWritesTheTimeDownOnceAMinute() async throws {
        let machine = try await Machine(), clock = ManualClock()
        let assembly = try ServerClockPlugin.assemble(
            .init(
                database: machine.store.database, log: machine.log.logger, wall: { machine.wall },
                bootTime: { machine.bootTime }, clock: clock))
        let service = try #require(assembly.services.first)
        try await service.start()
        let task = Task { try await service.run() }
        for _ in 0..<7 {
            await clock.waitForSleepers()
            machine.pass(seconds: 10)
            clock.advance(by: .seconds(10))
        }
        await clock.waitForSleepers()
        task.cancel()
        _ = await task.result
        let record = try #require(
            try await machine.store.database.read { db in try ServerClockTable.record(in: db) })
        #expect(record.boot.uptime >= .seconds(1_060))
        #expect(machine.log.records.isEmpty, "stopping in order is no failure")
    }
}
