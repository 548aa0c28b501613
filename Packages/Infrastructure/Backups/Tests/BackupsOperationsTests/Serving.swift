import BackupsOperations
import ConfigurationAPI
import ConfigurationTesting
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Localization
import PluginKit
import TelemetryTesting

extension ConfigurationKey<Duration?> {
    static let every = ConfigurationKey(
        "backup.every", default: nil, summary: LocalizedText(verbatim: "every"))
}

extension ConfigurationKey<Int?> {
    static let keep = ConfigurationKey(
        "backup.keep", default: nil, summary: LocalizedText(verbatim: "keep"))
}

extension ConfigurationKey<Bool> {
    static let prove = ConfigurationKey(
        "backup.prove", default: false, summary: LocalizedText(verbatim: "prove"))
}

extension ConfigurationKey<[String]> {
    static let recipients = ConfigurationKey(
        "backup.recipients", default: [], summary: LocalizedText(verbatim: "recipients"))
}

extension ConfigurationKey<String?> {
    static let folder = ConfigurationKey(
        "backup.folder", default: nil, summary: LocalizedText(verbatim: "folder"))
}

/// A schedule at work, whose time a test moves.
final class Serving: Sendable {
    let clock = ManualClock()
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    let server: ServerOnDisk
    private let checks: [HealthCheck]
    private let services: [any PluginService]
    private let running: Task<Void, any Error>

    init(
        _ bench: BackupBench, every interval: Duration? = .seconds(86_400), keep: Int? = nil, proves: Bool = false,
        ahead: Duration = .zero
    ) throws {
        server = bench.server
        let configuration = Configuration.fixture(
            .set(.folder, to: bench.place), .set(.every, to: interval), .set(.keep, to: keep),
            .set(.prove, to: proves))
        let assembly = try BackupsOperationsPlugin.assemble(
            .init(
                configuration, cryptography: try bench.server.cryptography(), data: bench.server.folder,
                keys: bench.server.keys, access: bench.server, log: log.logger, metrics: metrics,
                now: { [date = bench.server.date] in date.value.addingTimeInterval(ahead / .seconds(1)) },
                clock: clock))
        services = assembly.services
        checks = assembly.contributions.values(of: HealthChecks.self)
        running = Task { [services] in for service in services { try await service.run() } }
    }

    /// Lets time pass, for the clock and, unless somebody sets it, for the date.
    func pass(_ duration: Duration) async {
        var left = duration
        while left > .zero {
            let step = min(left, .seconds(300))
            await clock.waitForSleepers()
            server.date.advance(by: step)
            clock.advance(by: step)
            left -= step
        }
        await clock.waitForSleepers()
    }

    func health() async -> [HealthCheck.Result] {
        var results: [HealthCheck.Result] = []
        for check in checks { results.append(await check.check()) }
        return results
    }

    func stop() async {
        running.cancel()
        _ = await running.result
    }

    /// What `doctor` is told.
    func findings() async -> [Finding] {
        var findings: [Finding] = []
        for service in services { findings += await service.examine().findings }
        return findings
    }

    /// What keeps `doctor` from looking, as logs have it.
    func problems() async -> [String] {
        var problems: [String] = []
        for service in services {
            problems += await service.examine().problems.map { "\($0)" }
        }
        return problems
    }
}
