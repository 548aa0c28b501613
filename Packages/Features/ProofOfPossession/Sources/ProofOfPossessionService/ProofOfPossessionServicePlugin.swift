public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import PluginKit
public import SQLStoreAPI
public import TelemetryAPI

/// Checks the proofs that requests carry, and lets each be used once.
public enum ProofOfPossessionServicePlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let publicAddress: String?
        let database: any SQLDatabase
        let cryptography: Cryptography
        let logger: Logger
        let metrics: any MetricsRegistry
        let now: @Sendable () -> Date
        let clock: any Clock<Duration>

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - publicAddress: The address under which people reach the server;
        ///     nil to go by the field `Host` of requests.
        ///   - database: Holds the used proofs while the server is stopped.
        ///   - cryptography: Reads keys and hashes.
        ///   - logger: Hears of proofs that don't hold.
        ///   - metrics: Counts them.
        ///   - now: Tells the time.
        ///   - clock: Measures the wait after a run that did not end in order.
        public init(
            publicAddress: String?, database: any SQLDatabase, cryptography: Cryptography, logger: Logger,
            metrics: any MetricsRegistry, now: @escaping @Sendable () -> Date,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.publicAddress = publicAddress
            self.database = database
            self.cryptography = cryptography
            self.logger = logger
            self.metrics = metrics
            self.now = now
            self.clock = clock
        }
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "proof-of-possession",
        summary: LocalizedText(
            en: "Checks that requests come from the key of their session",
            es: "Comprueba que las peticiones vienen de la clave de su sesión"))

    /// Its tables.
    public static let declarations = Contributions().and(migrations: ProofMigrations.all)

    /// Builds the middleware.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let logger = dependencies.logger.labelled("proof-of-possession")
        let replays = ReplayGuard(
            database: dependencies.database, hashing: dependencies.cryptography.hashing, logger: logger,
            now: dependencies.now, clock: dependencies.clock)
        let middleware = ProofMiddleware(
            reader: ProofReader(signatures: dependencies.cryptography.signatures), replays: replays,
            publicAddress: dependencies.publicAddress,
            refusals: try dependencies.metrics.counter(
                "essentiald_proofs_refused_total", help: "Proofs of possession that did not hold, by the reason.",
                labels: ["reason"]),
            logger: logger, now: dependencies.now)
        var contributions = Contributions()
        contributions.add(middleware, to: HTTPMiddlewares.self)
        contributions.add(ProofConvention(), to: HTTPConventions.self)
        return Assembly(services: [replays], contributions: contributions)
    }
}
