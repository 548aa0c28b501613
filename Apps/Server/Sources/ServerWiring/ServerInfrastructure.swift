import ConfigurationAPI
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
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
///
/// Reading a part while a plugin is being installed notes that the plugin
/// depends on it.
struct ServerInfrastructure {
    private let telemetry: Installed<TelemetryPlugin.Exports>
    private let cryptographyPlugin: Installed<CryptographyPlugin.Exports>
    private let dataFolder: Installed<DataFolderPlugin.Exports>
    private let keys: Installed<ServerKeysPlugin.Exports>
    private let store: Installed<SQLStorePlugin.Exports>
    private let outbox: Installed<MailOutboxPlugin.Exports>

    var log: Logger { get throws(PluginHostError) { try telemetry.exports.logger } }
    var metrics: any MetricsRegistry { get throws(PluginHostError) { try telemetry.exports.metrics } }
    var exposition: any MetricsExposing { get throws(PluginHostError) { try telemetry.exports.exposition } }
    var cryptography: Cryptography { get throws(PluginHostError) { try cryptographyPlugin.exports.cryptography } }
    var folder: DataFolderPlugin.Exports { get throws(PluginHostError) { try dataFolder.exports } }
    var serverKeys: any ServerKeyProviding { get throws(PluginHostError) { try keys.exports.keys } }
    var database: any SQLDatabase { get throws(PluginHostError) { try store.exports.database } }
    var mail: any MailSending { get throws(PluginHostError) { try outbox.exports.mail } }

    init(_ host: PluginHost, _ configuration: Configuration, data: String) throws(PluginHostError) {
        telemetry = try host.install(
            TelemetryPlugin.self,
            .init(
                level: configuration[ServerSettings.logLevel].option,
                format: configuration[ServerSettings.logFormat].option))
        cryptographyPlugin = try host.install(CryptographyPlugin.self, .init())
        dataFolder = try host.install(DataFolderPlugin.self, data)
        keys = try host.install(
            ServerKeysPlugin.self,
            .init(
                path: try dataFolder.exports.path(of: "server.key"),
                cryptography: try cryptographyPlugin.exports.cryptography))
        store = try host.install(
            SQLStorePlugin.self,
            .init(
                settings: SQLStoreSettings(path: DataFolderPlugin.database(in: try dataFolder.exports.path)),
                migrations: host.collector(of: Migrations.self),
                observer: StoreLog(log: try telemetry.exports.logger.labelled("store"))))
        let folder = dataFolder
        let delivery = try ServerMail.installDelivery(
            host, configuration, folder: try folder.exports.path(of: "outbox"))
        outbox = try host.install(
            MailOutboxPlugin.self,
            .init(
                database: try store.exports.database, cryptography: try cryptographyPlugin.exports.cryptography,
                serverKeys: try keys.exports.keys, delivery: try delivery(),
                sender: try ServerMail.sender(configuration), templates: configuration[MailSettings.templates],
                metrics: try telemetry.exports.metrics, log: try telemetry.exports.logger))
    }
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
