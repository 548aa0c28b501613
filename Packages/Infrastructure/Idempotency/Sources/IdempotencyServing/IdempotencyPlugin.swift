public import CryptographyAPI
public import FoundationEssentials
public import HTTPServingAPI
import Localization
public import PluginKit
public import SQLStoreAPI
public import ServerKeysAPI
public import TelemetryAPI

/// Does once what requests with `Idempotency-Key` ask for, and gives the same
/// answer to each repetition.
///
/// What it does with a route is the route's `RouteRepetition`. Install it after
/// the plugins whose middlewares have to see repetitions too, such as those that
/// check credentials, since middlewares run in the order of installation.
public enum IdempotencyPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let cryptography: Cryptography
        let serverKeys: any ServerKeyProviding
        let owner: @Sendable (ServerRequest) async throws(HTTPProblem) -> RequestOwner
        let policy: IdempotencyPolicy
        let logger: Logger
        let metrics: any MetricsRegistry
        let now: @Sendable () -> Date

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - database: Keeps the answers.
        ///   - cryptography: Seals them.
        ///   - serverKeys: Has the keys that must not be in the database.
        ///   - owner: Says whose a request is; throws for credentials that
        ///     don't hold.
        ///   - policy: How long answers are kept, and how many.
        ///   - logger: Hears of answers that can't be kept.
        ///   - metrics: Counts requests with keys.
        ///   - now: Tells the time.
        public init(
            database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding,
            owner: @escaping @Sendable (ServerRequest) async throws(HTTPProblem) -> RequestOwner,
            policy: IdempotencyPolicy = IdempotencyPolicy(), logger: Logger,
            metrics: any MetricsRegistry, now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.owner = owner
            self.policy = policy
            self.logger = logger
            self.metrics = metrics
            self.now = now
        }
    }

    /// The name `idempotency`.
    public static let manifest = PluginManifest(
        id: "idempotency",
        summary: LocalizedText(
            en: "Does once what is asked twice with the same key",
            es: "Hace una vez lo que se pide dos veces con la misma clave"))

    /// Its tables.
    public static let declarations = Contributions().and(migrations: IdempotencyMigrations.all)

    /// Builds the middleware.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let logger = dependencies.logger.labelled("idempotency")
        let store = AnswerStore(
            database: dependencies.database, cryptography: dependencies.cryptography,
            serverKeys: dependencies.serverKeys, policy: dependencies.policy, logger: logger, now: dependencies.now)
        let middleware = IdempotencyMiddleware(
            store: store,
            marking: RequestMarking(
                serverKeys: dependencies.serverKeys, authentication: dependencies.cryptography.authentication),
            owner: dependencies.owner,
            requests: try dependencies.metrics.counter(
                "essentiald_keyed_requests_total",
                help: "Requests with a key: done, repeated, or refused for the key of another request.",
                labels: ["result"]),
            logger: logger)
        var contributions = Contributions()
        contributions.add(store.sweep, to: Sweeps.self)
        contributions.add(middleware, to: HTTPMiddlewares.self)
        contributions.add(IdempotencyConvention(), to: HTTPConventions.self)
        return Assembly(contributions: contributions)
    }
}
