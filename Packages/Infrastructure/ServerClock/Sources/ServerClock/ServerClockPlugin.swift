public import CoreModels
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import PluginKit
public import SQLStoreAPI
public import TelemetryAPI

/// The one source of the time for all that the server does.
public enum ServerClockPlugin: Plugin {
    /// What the time needs.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let keepsRecord: Bool
        let log: Logger
        let metrics: (any MetricsRegistry)?
        let wall: @Sendable () -> Date
        let bootTime: @Sendable () -> BootTime
        let clock: any Clock<Duration>

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - database: Keeps the time between runs.
        ///   - keepsRecord: Whether this is the server; a command beside it
        ///     reads the server's time and leaves it alone.
        ///   - log: Hears when the machine's clock is not believed.
        ///   - metrics: Show it.
        ///   - wall: The machine's time of day.
        ///   - bootTime: The time since its start.
        ///   - clock: Measures the time between comparisons.
        public init(
            database: any SQLDatabase, keepsRecord: Bool = true, log: Logger = .disabled,
            metrics: (any MetricsRegistry)? = nil, wall: @escaping @Sendable () -> Date = { Date() },
            bootTime: @escaping @Sendable () -> BootTime = { .now }, clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.database = database
            self.keepsRecord = keepsRecord
            self.log = log
            self.metrics = metrics
            self.wall = wall
            self.bootTime = bootTime
            self.clock = clock
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Tells the time.
        public let now: @Sendable () -> Date
        /// Whether the machine's clock and the server's time don't agree: what can't be taken back
        /// waits until they do.
        public let isDisputed: @Sendable () -> Bool
    }

    /// The name `clock`.
    public static let manifest = PluginManifest(
        id: "clock", summary: LocalizedText(en: "The server's time", es: "La hora del servidor"))

    /// Its tables.
    public static let declarations = Contributions().and(migrations: [ServerClockTable.migration])

    /// Builds the clock; it reads the time of the last run when it starts.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let clock = ServerClock(
            database: dependencies.database, keepsRecord: dependencies.keepsRecord,
            log: dependencies.log.labelled("clock"),
            deviation: try dependencies.metrics?.gauge(
                "essentiald_clock_deviation_seconds",
                help: "By how much the machine's time of day is ahead of the server's time; 0 while it is believed.",
                labels: []),
            wall: dependencies.wall, bootTime: dependencies.bootTime, clock: dependencies.clock)
        var contributions = Contributions()
        contributions.add(
            HealthCheck("clock") {
                let seconds = Int(clock.currentDeviation.rounded())
                return seconds == 0 ? .healthy : .impaired(Self.warning(seconds))
            }, to: HealthChecks.self)
        return Assembly(
            exports: Exports(now: { clock.now }, isDisputed: { clock.isDisputed }), services: [clock],
            contributions: contributions)
    }

    private static func warning(_ seconds: Int) -> LocalizedText {
        LocalizedText(
            en:
                "The machine's clock is off by \(seconds) s and is not believed. Set it right, or tell the server that it is.",
            es:
                "El reloj de la máquina difiere en \(seconds) s y no se tiene en cuenta. Ajústalo, o dile al servidor que "
                + "está bien.")
    }
}
