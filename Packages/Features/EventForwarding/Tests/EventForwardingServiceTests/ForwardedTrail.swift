import AccountsServiceTesting
import ConfigurationAPI
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import ServerKeysTesting
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// A trail that hands its events to the forwarders of plugins, by a clock that a test moves.
struct ForwardedTrail {
    private let plugins: ForwardingPlugins
    private let accounts: RunningAccounts
    private let trail: Composition
    private let clock = ManualClock()

    init(_ plugins: ForwardingPlugins) async throws {
        self.plugins = plugins
        accounts = try await RunningAccounts(
            others: SecurityMetricsServicePlugin.declarations.values(of: Migrations.self), date: plugins.date)
        var host = PluginHost()
        try host.install(
            SecurityMetricsServicePlugin.self,
            .init(
                configuration: .defaults, database: accounts.database, cryptography: plugins.cryptography,
                serverKeys: InMemoryServerKeys(), accounts: accounts.accounts,
                sessions: RequestAuthenticatingStub([:]), forwarders: { plugins.forwarders }, log: plugins.log.logger,
                now: plugins.date.now, clock: clock, spread: { 0.5 }))
        trail = try host.composed()
    }

    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await plugins.composition.run { try await trail.run { try await body() } }
    }

    /// Has something happen, and gives it its place.
    func record(_ cause: String) async throws {
        let recorder = try #require(trail.values(of: AuditRecorders.self).first)
        let kind = AuditKind("sample.event", .notice, LocalizedText(en: "An event", es: "Un suceso"))
        let sweeps = trail.values(of: Sweeps.self)
        try await accounts.database.write { db in
            try recorder.record(AuditEvent(kind, because: cause), in: db)
        }
        try await accounts.database.write { db in for sweep in sweeps { try sweep.body(db) } }
    }

    /// Lets five seconds pass, once the courier waits.
    func pass() async {
        await clock.waitForSleepers()
        plugins.date.advance(by: .seconds(5))
        clock.advance(by: .seconds(5))
    }

    /// How many events a forwarder never gets.
    func passedOver(by name: String) async throws -> Int? {
        try await accounts.database.read { db in
            try db.value("SELECT passed_over FROM forwarders WHERE name = \(name)", as: Int.self)
        }
    }
}
