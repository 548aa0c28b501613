public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import Localization
public import MailAPI
import OperatingAPI
public import PluginKit
public import SQLStoreAPI
public import ServerKeysAPI
public import TelemetryAPI

/// Installs the outbox: messages are kept in the server's database, and
/// delivered from there.
public enum MailOutboxPlugin: Plugin {
    /// What the outbox needs.
    public struct Dependencies: Sendable {
        /// Keeps the letters.
        public let database: any SQLDatabase
        /// Seals them, and gives them their identifiers.
        public let cryptography: Cryptography
        /// Gives the key that seals.
        public let serverKeys: any ServerKeyProviding
        /// Delivers them.
        public let delivery: any MailDelivering
        /// Who the messages come from, and the folder of the operator's own words.
        public let configuration: Configuration
        /// What the features' messages say, which those words may replace.
        public let known: @Sendable () -> [MailTemplate]
        /// Counts the letters.
        public let metrics: any MetricsRegistry
        /// Hears what becomes of letters.
        public let log: Logger
        /// Says when time has passed.
        public let clock: any Clock<Duration>
        /// The present time.
        public let now: @Sendable () -> Date
        /// A random number from 0 to 1, which keeps repeated tries apart.
        public let spread: @Sendable () -> Double

        /// Creates the dependencies.
        public init(
            database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding,
            delivery: any MailDelivering, configuration: Configuration = .defaults,
            known: @escaping @Sendable () -> [MailTemplate], metrics: any MetricsRegistry, log: Logger,
            clock: any Clock<Duration> = ContinuousClock(),
            now: @escaping @Sendable () -> Date,
            spread: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
        ) {
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.delivery = delivery
            self.configuration = configuration
            self.known = known
            self.metrics = metrics
            self.log = log
            self.clock = clock
            self.now = now
            self.spread = spread
        }
    }

    /// What the outbox offers.
    public struct Exports: Sendable {
        /// Takes messages.
        public let mail: any MailSending
    }

    /// The name `mail-outbox`.
    public static let manifest = PluginManifest(
        id: "mail-outbox",
        summary: LocalizedText(
            en: "Keeps mail in the database until it is delivered",
            es: "Guarda el correo en la base de datos hasta entregarlo"))

    /// Who delivers, and from whom messages come.
    public static let declarations = Contributions(MailSettings.section, to: ConfigurationSections.self)
        .and(migrations: [OutboxTable.migration])

    /// Builds the outbox.
    ///
    /// - Throws: `UnusableSettings` for a mail server without a sender;
    ///   `MetricsError` if another plugin has a metric of that name.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let log = dependencies.log.labelled("mail")
        let bell = Bell()
        let sealing = LetterSealing(
            encryption: dependencies.cryptography.encryption, keys: dependencies.serverKeys)
        let outbox = Outbox(
            database: dependencies.database, sealing: sealing, random: dependencies.cryptography.random,
            sender: try MailSettings.sender(in: dependencies.configuration),
            templateFolder: dependencies.configuration[MailSettings.templates],
            known: dependencies.known, bell: bell,
            now: dependencies.now)
        let courier = Courier(
            database: dependencies.database, sealing: sealing, delivery: dependencies.delivery, log: log,
            now: dependencies.now, spread: dependencies.spread)
        var contributions = Contributions()
        contributions.add(
            Sweep("mail-outbox", every: .seconds(3600)) { [now = dependencies.now] db in
                try OutboxTable.removeDead(before: now().addingTimeInterval(-DeliverySchedule.retention), in: db)
            }, to: Sweeps.self)
        contributions.add(try metrics(dependencies), to: MetricSources.self)
        contributions.add(.letters(in: dependencies.database), to: ServerFactSources.self)
        return Assembly(
            exports: Exports(mail: outbox),
            services: [OutboxService(outbox: outbox, courier: courier, bell: bell, clock: dependencies.clock)],
            contributions: contributions)
    }

    private static func metrics(_ dependencies: Dependencies) throws -> MetricSource {
        let gauge = try dependencies.metrics.gauge(
            "essentiald_mail_outbox", help: "Letters that are not delivered, by their state.", labels: ["state"])
        let database = dependencies.database
        return MetricSource {
            for state in OutboxTable.State.allCases {
                guard let count = try? await database.read(.recent, { db in try OutboxTable.count(state, in: db) })
                else {
                    return
                }
                gauge.set(Double(count), ["state": state.rawValue])
            }
        }
    }
}
