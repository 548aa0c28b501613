public import CryptographyAPI
public import DeferredWorkAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import SQLStoreAPI
public import ServerKeysAPI
public import TelemetryAPI

/// Keeps work in the database until it is done.
public enum DeferredWorkPlugin: Plugin {
    /// What deferring needs.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let cryptography: Cryptography
        let serverKeys: any ServerKeyProviding
        let handlers: @Sendable () -> [any DeferredWorkHandling]
        let log: Logger
        let clock: any Clock<Duration>
        let now: @Sendable () -> Date

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - database: Keeps the work.
        ///   - cryptography: Seals it, and makes names for it.
        ///   - serverKeys: Gives the key.
        ///   - handlers: Do the work.
        ///   - log: Hears of failures.
        ///   - clock: Tells when to try again.
        ///   - now: Tells the time.
        public init(
            database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding,
            handlers: @escaping @Sendable () -> [any DeferredWorkHandling], log: Logger,
            clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.handlers = handlers
            self.log = log
            self.clock = clock
            self.now = now
        }
    }

    /// What deferring offers.
    public struct Exports: Sendable {
        /// Takes note of work.
        public let work: any WorkDeferring
    }

    /// The name `deferred-work`.
    public static let manifest = PluginManifest(
        id: "deferred-work",
        summary: LocalizedText(
            en: "Does after the answer what nobody may measure",
            es: "Hace tras la respuesta lo que nadie debe poder medir"))

    /// Its tables.
    public static let declarations = Contributions().and(migrations: [WorkTable.migration])

    /// Builds the desk and who works.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let (calls, caller) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let sealing = WorkSealing(
            encryption: dependencies.cryptography.encryption, keys: dependencies.serverKeys)
        let desk = WorkDesk(
            database: dependencies.database, sealing: sealing, random: dependencies.cryptography.random,
            call: { caller.yield() }, now: dependencies.now)
        let worker = Worker(
            database: dependencies.database, sealing: sealing, handlers: dependencies.handlers, calls: calls,
            call: { caller.yield() }, log: dependencies.log.labelled("deferred-work"), clock: dependencies.clock,
            now: dependencies.now)
        return Assembly(exports: Exports(work: desk), services: [worker])
    }
}
