public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import OperatingAPI
public import PluginKit
public import ServerKeysAPI
public import TelemetryAPI

/// Installs what operators do against the loss of a server's data: `backup create`, `backup list`,
/// `backup verify`, `backup prove`, `backup restore`, `backup adopt`, `backup prune` and `backup key create`.
public enum BackupsOperationsPlugin: Plugin {
    /// The name `backup-operations`.
    public static let manifest = PluginManifest(
        id: "backup-operations",
        summary: LocalizedText(en: "Backs the data up and restores them", es: "Copia los datos y los restaura"))

    /// The commands, where backups are kept, and what is kept of who makes one.
    public static let declarations = {
        var declared = Contributions({ BackupCommands(access: $0).all }, to: OperatorCommands.self)
        declared.add(BackupSettings.section, to: ConfigurationSections.self)
        declared.add(.backupCreated, .backupAdopted, .backupRestored, to: OperatorDeeds.self)
        return declared
    }()

    /// What an examination of the backups needs, and what makes them.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let cryptography: Cryptography
        let data: String
        let keys: any ServerKeyProviding
        let access: (any ServerDataAccess)?
        let log: Logger
        let metrics: (any MetricsRegistry)?
        let now: @Sendable () -> Date
        let clock: any Clock<Duration>

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Says where backups are, and how often the server makes one.
        ///   - cryptography: Proves what they say of themselves.
        ///   - data: The server's data folder, which tells which are its own.
        ///   - keys: The server's; where their file isn't there, they are never asked for one.
        ///   - access: The data, as commands get them; nil where no server is to run, which makes no backups then.
        ///   - log: Hears of backups and why there are none.
        ///   - metrics: Show it.
        ///   - now: The server's time, which backups bear.
        ///   - clock: Measures the time between backups.
        public init(
            _ configuration: Configuration, cryptography: Cryptography, data: String, keys: any ServerKeyProviding,
            access: (any ServerDataAccess)? = nil, log: Logger = .disabled, metrics: (any MetricsRegistry)? = nil,
            now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.configuration = configuration
            self.cryptography = cryptography
            self.data = data
            self.keys = keys
            self.access = access
            self.log = log
            self.metrics = metrics
            self.now = now
            self.clock = clock
        }
    }

    /// Builds what examines the backups, and what makes them if their operator wants that.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let configuration = dependencies.configuration, pieces = FilePieces(hashing: dependencies.cryptography.hashing)
        let server = { @Sendable in
            try await BackupServer(
                in: dependencies.data, keys: dependencies.keys, dependencies.cryptography, at: dependencies.now())
        }
        let plan = BackupSettings.plan(in: configuration)
        let watch = BackupWatch(
            folder: configuration[BackupSettings.folder], pieces: pieces, server: server,
            interval: plan.map { $0.interval / .seconds(1) }, now: dependencies.now)
        var contributions = Contributions(
            ServerFactSource(LocalizedText(en: "Backups", es: "Copias de seguridad")) { try await watch.facts() },
            to: ServerFactSources.self)
        guard let plan, let access = dependencies.access else {
            return Assembly(services: [watch], contributions: contributions)
        }
        let schedule = try BackupSchedule(
            plan, access: access, server: server, pieces: pieces, log: dependencies.log.labelled("backup"),
            metrics: dependencies.metrics, now: dependencies.now, clock: dependencies.clock)
        contributions.add(HealthCheck("backup") { schedule.health }, to: HealthChecks.self)
        return Assembly(services: [watch, schedule], contributions: contributions)
    }
}

extension OperatorDeed {
    static let backupCreated = OperatorDeed(
        "backup-created", LocalizedText(en: "An operator made a backup", es: "Quien administra hizo una copia"))

    /// From then on this server removes them, and another one doesn't count them.
    static let backupAdopted = OperatorDeed(
        "backup-adopted",
        LocalizedText(
            en: "An operator took over a backup from before the restore",
            es: "Quien administra se hizo cargo de una copia anterior a la restauración"))

    /// Everything after that backup is undone: who reads the trail has to know.
    static let backupRestored = OperatorDeed(
        "backup-restored",
        LocalizedText(
            en: "An operator put a backup in the place of the data; what came after it was undone",
            es: "Quien administra puso una copia en lugar de los datos; lo posterior se deshizo")
    )
}
