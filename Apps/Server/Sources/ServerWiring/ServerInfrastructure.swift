import ConfigurationAPI
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportCurl
import MailAPI
import MailOutbox
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite
import ServerKeysAPI
import ServerKeysFile
import TelemetryAPI
import TelemetryOutput

/// The infrastructure on which the features of the server stand.
struct ServerInfrastructure {
    let configuration: Configuration
    /// Where people reach the server.
    let address: PublicAddress
    let telemetry: Installed<TelemetryPlugin.Exports>
    let cryptography: Installed<CryptographyPlugin.Exports>
    let folder: Installed<DataFolderPlugin.Exports>
    let store: Installed<SQLStorePlugin.Exports>
    let keys: Installed<ServerKeysPlugin.Exports>
    /// The server's time: the machine's clock may jump, this doesn't.
    let clock: Installed<ServerClockPlugin.Exports>
    /// Asks other servers.
    let transport: Installed<HTTPTransportPlugin.Exports>
    let mail: Installed<MailOutboxPlugin.Exports>

    init(_ host: inout PluginHost, _ configuration: Configuration, data: String) throws(PluginHostError) {
        self.configuration = configuration
        address = PublicAddress(configuration)
        let telemetry = try host.install(
            TelemetryPlugin.self,
            .init(
                level: configuration[ServerSettings.logLevel].option,
                format: configuration[ServerSettings.logFormat].option))
        let cryptography = try host.install(CryptographyPlugin.self, .init())
        let folder = try host.install(DataFolderPlugin.self, data)
        // The database before the key: a key without one is a server that lost it.
        let store = try host.install(SQLStorePlugin.self) { scope in
            try .init(
                settings: SQLStoreSettings(
                    path: DataFolderPlugin.database(in: scope[folder].path),
                    mayBegin: { DataFolderInspection(folder: data).remains.isEmpty }),
                migrations: scope.collector(of: Migrations.self), sweeps: scope.collector(of: Sweeps.self),
                observer: StoreLog(log: scope[telemetry].logger.labelled("store")))
        }
        let keys = try host.install(ServerKeysPlugin.self) { scope in
            try .init(
                path: scope[folder].path(of: DataFolderPlugin.keyName), cryptography: scope[cryptography].cryptography)
        }
        let clock = try host.install(ServerClockPlugin.self) { scope in
            try .init(
                database: scope[store].database, log: scope[telemetry].logger, metrics: scope[telemetry].metrics)
        }
        let delivery = try ServerMail.installDelivery(&host, configuration, in: folder)
        mail = try host.install(MailOutboxPlugin.self) { scope in
            try .init(
                database: scope[store].database, cryptography: scope[cryptography].cryptography,
                serverKeys: scope[keys].keys, delivery: delivery(scope), sender: ServerMail.sender(configuration),
                templates: configuration[MailSettings.templates], known: scope.collector(of: MailTemplates.self),
                metrics: scope[telemetry].metrics, log: scope[telemetry].logger, now: scope[clock].now)
        }
        transport = try host.install(HTTPTransportPlugin.self, .init(userAgent: "essentiald"))
        (self.telemetry, self.cryptography, self.folder) = (telemetry, cryptography, folder)
        (self.store, self.keys, self.clock) = (store, keys, clock)
    }

    /// Whether people use an account before its address is proved to be theirs.
    var allowsUnverified: Bool { configuration[ServerSettings.verification].option == .limited }
}

/// What most plugins are given, each read in the scope of the one that takes
/// it.
extension ServerInfrastructure {
    func database(in scope: borrowing PluginScope) throws(PluginHostError) -> any SQLDatabase {
        try scope[store].database
    }

    func cryptography(in scope: borrowing PluginScope) throws(PluginHostError) -> Cryptography {
        try scope[cryptography].cryptography
    }

    func keys(in scope: borrowing PluginScope) throws(PluginHostError) -> any ServerKeyProviding {
        try scope[keys].keys
    }

    func mail(in scope: borrowing PluginScope) throws(PluginHostError) -> any MailSending { try scope[mail].mail }

    func transport(in scope: borrowing PluginScope) throws(PluginHostError) -> any HTTPTransport {
        try scope[transport].transport
    }

    func log(in scope: borrowing PluginScope) throws(PluginHostError) -> Logger { try scope[telemetry].logger }

    func metrics(in scope: borrowing PluginScope) throws(PluginHostError) -> any MetricsRegistry {
        try scope[telemetry].metrics
    }

    func now(in scope: borrowing PluginScope) throws(PluginHostError) -> @Sendable () -> Date { try scope[clock].now }
}

/// Logs what happens to the database.
private struct StoreLog: SQLStoreObserving {
    let log: Logger

    func observe(_ event: SQLStoreEvent) {
        switch event {
        case .opened(let path): log.info("database opened", ["path": path])
        case .migrated(let id): log.notice("tables changed", ["migration": id])
        case .foreignMigration(let id): log.notice("tables of a plugin that is switched off", ["migration": id])
        case .setAside(let damaged): log.critical("damaged database set aside", ["path": damaged.path])
        case .backedUp(let path): log.info("database copied", ["path": path])
        case .closed(let path): log.info("database closed", ["path": path])
        case .fault(let error): log.error("database failed", ["reason": "\(error)"])
        }
    }
}
