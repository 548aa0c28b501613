public import ConfigurationAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import PluginKit
public import RateLimitingAPI
import RateLimitingCore
public import SQLStoreAPI
public import TelemetryAPI

/// Counts attempts in the database, and limits the routes that have a `RouteLimit`.
public enum RateLimitingPlugin: Plugin {
    /// What limiting needs.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let configuration: Configuration
        let metrics: any MetricsRegistry
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - database: Keeps the counts.
        ///   - configuration: Says whether requests to routes are counted at all.
        ///   - metrics: Counts refusals.
        ///   - log: Hears of refusals.
        ///   - now: Tells the time.
        public init(
            database: any SQLDatabase, configuration: Configuration = .defaults, metrics: any MetricsRegistry,
            log: Logger, now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.configuration = configuration
            self.metrics = metrics
            self.log = log
            self.now = now
        }
    }

    /// What limiting offers.
    public struct Exports: Sendable {
        /// Makes the limiters of features.
        public let limiters: any RateLimiterMaking
        /// Forgets what they counted.
        public let attempts: any AttemptForgetting
    }

    /// The name `rate-limiting`.
    public static let manifest = PluginManifest(
        id: "rate-limiting", summary: LocalizedText(en: "Limits on attempts", es: "Límites de intentos"))

    /// Whether requests are limited.
    public static let declarations = {
        var declared = Contributions(LimitSettings.section, to: ConfigurationSections.self)
        declared.add(.sql, to: AttemptCounters.self)
        return declared.and(migrations: SQLAttempts.all)
    }()

    /// Builds the limits.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let attempts = SQLAttempts(database: dependencies.database)
        let limiters = RateLimiters(store: attempts, now: dependencies.now)
        var contributions = Contributions()
        contributions.add(SQLAttempts.sweep(dependencies.now), to: Sweeps.self)
        if dependencies.configuration[LimitSettings.isEnabled] {
            let refusals = try dependencies.metrics.counter(
                "essentiald_rate_limited_total", help: "Requests that were refused, by limit.", labels: ["limit"])
            contributions.add(
                RateLimitMiddleware(
                    limiters: limiters, refusals: refusals, log: dependencies.log.labelled("limits")),
                to: HTTPMiddlewares.self)
            contributions.add(RateLimitConvention(), to: HTTPConventions.self)
        }
        return Assembly(exports: Exports(limiters: limiters, attempts: attempts), contributions: contributions)
    }
}
