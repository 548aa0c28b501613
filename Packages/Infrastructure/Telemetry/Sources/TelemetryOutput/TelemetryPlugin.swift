public import ConfigurationAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import TelemetryAPI

/// Gives a program its log and its metrics.
public enum TelemetryPlugin: Plugin {
    /// How log lines look.
    public enum Format: String, CaseIterable, Sendable {
        /// Readable text.
        case text
        /// One JSON object a line.
        case json
    }

    /// Where log lines go.
    public enum Destination: Hashable, Sendable {
        /// Standard error.
        case standardError
        /// A file, created with mode 0600 and only ever appended to. What moves
        /// log files away should copy and truncate them.
        case file(path: String)
        /// Nowhere.
        case nowhere
    }

    /// What the program chooses.
    public struct Dependencies: Sendable {
        /// The least level that is written.
        public var level: LogLevel
        /// How log lines look.
        public var format: Format
        /// Where log lines go.
        public var destination: Destination
        /// The number of series that a metric may have before the surplus is counted as one.
        public var maximumSeries: Int
        /// Tells the time.
        public var now: @Sendable () -> Date

        /// Creates dependencies.
        public init(
            level: LogLevel = .info, format: Format = .text, destination: Destination = .standardError,
            maximumSeries: Int = 1_000, now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.level = level
            self.format = format
            self.destination = destination
            self.maximumSeries = maximumSeries
            self.now = now
        }

        /// Creates dependencies as operators have set them.
        public init(_ configuration: Configuration) {
            self.init(level: configuration[LogSettings.level], format: configuration[LogSettings.format])
        }
    }

    /// What the program gets.
    public struct Exports: Sendable {
        /// The program's log.
        public let logger: Logger
        /// Where metrics are registered, and shown to collectors.
        public let metrics: any MetricsRegistry & MetricsExposing
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "telemetry", summary: LocalizedText(en: "Log and metrics", es: "Registro y métricas"))

    /// The level and the form of the log.
    public static let declarations = Contributions(LogSettings.section, to: ConfigurationSections.self)

    /// Builds log and metrics; a log file is opened when the services start, or
    /// by the first line before that.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let store = MetricsStore(limit: dependencies.maximumSeries)
        let threshold = LogThreshold(dependencies.level)
        let (logger, services) = log(dependencies, threshold)
        return Assembly(
            exports: Exports(logger: logger, metrics: store), services: services,
            contributions: Contributions(
                { threshold.level = $0[LogSettings.level] }, to: ConfigurationFollowers.self))
    }

    private static func log(
        _ dependencies: Dependencies, _ threshold: LogThreshold
    ) -> (Logger, [any PluginService]) {
        let output: LogOutput
        switch dependencies.destination {
        case .standardError: output = LogOutput(.descriptor(2))
        case .file(let path): output = LogOutput(.file(path: path))
        case .nowhere: return (.disabled, [])
        }
        let handler = LineLogHandler(
            threshold: threshold, format: dependencies.format == .json ? .json : .text, output: output,
            now: dependencies.now)
        let isFile = dependencies.destination != .standardError
        return (Logger(label: "main", handler: handler), isFile ? [LogFileService(output: output)] : [])
    }
}
