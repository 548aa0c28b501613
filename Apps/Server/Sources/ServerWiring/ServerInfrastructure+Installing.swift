import BackupsOperations
import ConfigurationAPI
import CryptographyAPI
import CryptographyOpenSSL
import DataFolderAPI
import DataFolderDisk
import DeferredWorkAPI
import DeferredWorkSQL
import FeedService
import HTTPTransportCurl
import Locking
import MailAPI
import MailFolder
import MailOperations
import MailOutbox
import MailSMTP
import OperatingAPI
import PicturesGD
import PluginKit
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreSQLite
import ServerClock
import ServerClockOperations
import ServerKeysFile
import TelemetryAPI
import TelemetryOutput

extension ServerInfrastructure {
    /// Installs the infrastructure of the program.
    static func install(
        _ host: inout PluginHost, _ configuration: Configuration, data: String
    ) throws(PluginHostError) -> ServerInfrastructure {
        let telemetry = try host.install(TelemetryPlugin.self, .init(configuration))
        let log = telemetry.map(\.logger), metrics = telemetry.map(\.metrics)
        let cryptography = try host.install(CryptographyPlugin.self, .init()).map(\.cryptography)
        try ServerIntegrity.install(&host, configuration, cryptography, log)
        let folder = try installFolder(&host, configuration, data)
        let database = try installStore(&host, configuration, in: folder, log)
        let keys = try host.install(ServerKeysPlugin.self) { scope in
            try .init(path: scope[folder].path(of: DataFolderPlugin.keyName), cryptography: scope[cryptography])
        }.map(\.keys)
        let clock = try host.install(ServerClockPlugin.self) { scope in
            try .init(database: scope[database], log: scope[log], metrics: scope[metrics])
        }
        try host.install(ServerClockOperationsPlugin.self, ())
        let now = clock.map(\.now)
        let delivery = try installDelivery(&host, configuration, in: folder)
        let mail = try host.install(MailOutboxPlugin.self) { scope in
            try .init(
                database: scope[database], cryptography: scope[cryptography], serverKeys: scope[keys],
                delivery: delivery(scope), configuration: configuration, known: scope.collector(of: MailTemplates.self),
                metrics: scope[metrics], log: scope[log], now: scope[now])
        }.map(\.mail)
        let transport = try host.install(HTTPTransportPlugin.self, .init(userAgent: "essentiald")).map(\.transport)
        let work = try host.install(DeferredWorkPlugin.self) { scope in
            try .init(
                database: scope[database], cryptography: scope[cryptography], serverKeys: scope[keys],
                handlers: scope.collector(of: DeferredWorkHandlers.self), log: scope[log], now: scope[now])
        }.map(\.work)
        let pictures = try host.install(PicturesPlugin.self) { scope in
            let largest = FeedServicePlugin.maximumImageBytes(in: configuration)
            return try .init(limits: PictureLimits(resultBytes: largest), log: scope[log])
        }.map(\.pictures)
        return ServerInfrastructure(
            configuration: configuration, address: PublicAddress(configuration), log: log, metrics: metrics,
            cryptography: cryptography, folder: folder, database: database, keys: keys, now: now,
            isTimeDisputed: clock.map(\.isDisputed), mail: mail, transport: transport, work: work, pictures: pictures)
    }

    /// Installs what makes backups and looks after them.
    ///
    /// - Parameter access: Opens the data beside the server; nil where none is to run.
    func installBackups(
        _ host: inout PluginHost, access: (any ServerDataAccess)?
    ) throws(PluginHostError) {
        try host.install(BackupsOperationsPlugin.self) { scope in
            try .init(
                configuration, cryptography: scope[cryptography], data: scope[folder].path, keys: scope[keys],
                access: access, log: scope[log], metrics: scope[metrics], now: scope[now])
        }
    }

    /// Installs what looks after the folder.
    private static func installFolder(
        _ host: inout PluginHost, _ configuration: Configuration, _ path: String
    ) throws(PluginHostError) -> Installed<DataFolder> {
        try host.install(DataFolderPlugin.self) { scope in
            .init(
                path: path, parts: scope.collector(of: DataFolderParts.self),
                hasDatabase: !PostgresSettings.areChosen(in: configuration))
        }
    }

    /// The database before the key: a key without one is a server that lost it.
    private static func installStore(
        _ host: inout PluginHost, _ configuration: Configuration, in folder: Installed<DataFolder>,
        _ log: Installed<Logger>
    ) throws(PluginHostError) -> Installed<any SQLDatabase> {
        let isElsewhere = PostgresSettings.areChosen(in: configuration)
        let file = try host.install(SQLStorePlugin.self, when: !isElsewhere) { scope in
            let data = try scope[folder], parts = scope.collector(of: DataFolderParts.self)
            let known = KnownMigrations(declared: scope.collector(ofDeclared: Migrations.self), configuration)
            var settings = SQLStoreSettings(
                path: DataFolderPlugin.database(in: data.path),
                mayBegin: { DataFolderPlugin.mayBegin(in: data, parts: parts()) })
            settings.knows = { known.contain($0) }
            return try .init(
                settings: settings, migrations: scope.collector(of: Migrations.self),
                sweeps: scope.collector(of: Sweeps.self),
                observer: StoreLog(log: scope[log].labelled("store")))
        }
        let server = try host.install(PostgresStorePlugin.self, when: isElsewhere) { scope in
            let data = try scope[folder], parts = scope.collector(of: DataFolderParts.self)
            let known = KnownMigrations(declared: scope.collector(ofDeclared: Migrations.self), configuration)
            var settings = try PostgresSettings(configuration)
            settings.servesAlone = true
            settings.knows = { known.contain($0) }
            settings.mayUse = { DataFolderPlugin.mayUseDatabase(withTables: $0, beside: data, parts: parts()) }
            return try .init(
                settings: settings, migrations: scope.collector(of: Migrations.self),
                sweeps: scope.collector(of: Sweeps.self),
                observer: StoreLog(log: scope[log].labelled("store")))
        }
        return isElsewhere ? server.map(\.database) : file.map(\.database)
    }

    /// Installs who delivers mail, and the operators' commands.
    ///
    /// - Returns: What gives the delivery to the plugin that asks for it.
    private static func installDelivery(
        _ host: inout PluginHost, _ configuration: Configuration, in folder: Installed<DataFolder>
    ) throws(PluginHostError) -> (borrowing PluginScope) throws -> any MailDelivering {
        let transport = MailTransport.chosen(in: configuration)
        let letters = try host.install(MailFolderPlugin.self, when: transport == .outbox) { scope in
            try .init(configuration, in: scope[folder])
        }
        let smtp = try host.install(MailSMTPPlugin.self, when: transport == .smtp, .init(configuration))
        try host.install(MailOperationsPlugin.self, ())
        return { scope in try transport == .smtp ? scope[smtp].delivery : scope[letters].delivery }
    }
}

/// Logs what happens to the database; all changes of its tables in one line.
private final class StoreLog: SQLStoreObserving {
    private let log: Logger
    private let changes = Locked(0)

    init(log: Logger) {
        self.log = log
    }

    func observe(_ event: SQLStoreEvent) {
        switch event {
        case .opened(let path):
            let count = changes.withLock { count in
                defer { count = 0 }
                return count
            }
            if count > 0 { log.notice("tables changed", ["migrations": count]) }
            log.info("database opened", ["path": path])
        case .waits(let path):
            log.notice("waiting for another process that opens the database; Ctrl-C stops that", ["path": path])
        case .migrated(let id):
            changes.withLock { $0 += 1 }
            log.debug("table changed", ["migration": id])
        case .foreignMigration(let id): log.notice("tables of a plugin that is switched off", ["migration": id])
        case .setAside(let damaged): log.critical("damaged database set aside", ["path": damaged.path])
        case .backedUp(let path): log.info("database copied", ["path": path])
        case .closed(let path): log.info("database closed", ["path": path])
        case .fault(let error): log.error("database failed", ["reason": "\(error)"])
        }
    }
}
