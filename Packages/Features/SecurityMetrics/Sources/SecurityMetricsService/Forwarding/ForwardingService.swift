import ConfigurationAPI
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import PluginKit
import SQLStoreAPI
import SecurityMetricsServiceAPI
import TelemetryAPI

/// Hands the trail's events to all forwarders, each at its own pace, while nobody waits for it.
///
/// One server alone works on a database, which the store and the folder see to, so nobody else
/// forwards the same events meanwhile.
struct ForwardingService: PluginService {
    /// How long a receiver can be away before somebody has to look.
    private static let patience: TimeInterval = 900

    private let forwarders: @Sendable () -> [any EventForwarding]
    private let database: any SQLDatabase
    private let hashing: any Hashing
    private let keeping: Duration
    private let display: HeadDisplay
    private let log: Logger
    private let now: @Sendable () -> Date
    private let isTimeDisputed: @Sendable () -> Bool
    private let clock: any Clock<Duration>
    private let spread: @Sendable () -> Double

    init(_ dependencies: SecurityMetricsServicePlugin.Dependencies, _ display: HeadDisplay, _ log: Logger) {
        forwarders = dependencies.forwarders
        database = dependencies.database
        hashing = dependencies.cryptography.hashing
        keeping = dependencies.configuration[ForwardingSettings.keeping]
        self.display = display
        self.log = log
        now = dependencies.now
        isTimeDisputed = dependencies.isTimeDisputed
        clock = dependencies.clock
        spread = dependencies.spread
    }

    /// Has those begin that are new: with what comes next, and not with what was long ago.
    func start() async throws {
        let names = forwarders().map(\.name)
        guard !names.isEmpty else { return }
        try await database.write(.soon) { db in for name in names { try ForwarderRow.begin(name, in: db) } }
    }

    func run() async throws {
        await withDiscardingTaskGroup { group in
            for forwarder in forwarders() {
                let courier = courier(forwarder)
                group.addTask { await courier.run() }
            }
        }
    }

    /// Whether all receivers have got something lately, or miss nothing.
    func health() async -> HealthCheck.Result {
        let names = forwarders().map(\.name)
        guard !names.isEmpty else { return .healthy }
        let latest = now().addingTimeInterval(-Self.patience)
        let rows = try? await database.read { db in try ForwarderRow.all(in: db) }
        // Where it can't be told how far they are, none goes on.
        let failing = rows.map { rows in
            rows.filter { names.contains($0.name) && $0.failingSince.map { $0 < latest } ?? false }.map(\.name)
        }
        guard failing != [] else { return .healthy }
        let list = (failing ?? names).joined(separator: ", ")
        return .impaired(
            LocalizedText(
                en: "Security events can't be forwarded (\(list)). They are kept, and essentiald forwarders list says "
                    + "why.",
                es: "No se pueden reenviar sucesos de seguridad (\(list)). Se conservan, y essentiald forwarders list "
                    + "dice por qué."))
    }

    private func courier(_ forwarder: any EventForwarding) -> EventCourier {
        EventCourier(
            forwarder: forwarder,
            queue: ForwardingQueue(
                name: forwarder.name, database: database, hashing: hashing, keeping: keeping, log: log, now: now,
                isTimeDisputed: isTimeDisputed),
            display: display, log: log, clock: clock, spread: spread)
    }
}
