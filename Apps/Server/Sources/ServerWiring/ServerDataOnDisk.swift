import AtomicFiles
import ConfigurationAPI
import ConsoleAPI
import CryptographyAPI
import CryptographyOpenSSL
import DataFolderAPI
import DataFolderDisk
import FoundationEssentials
import Glibc
import Localization
import Locking
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreSQLite
import ServerClock
import ServerKeysAPI
import ServerKeysFile

/// Opens the server's data for one command, also beside a server that runs.
struct ServerDataOnDisk: ServerDataAccess {
    let loader: ServerConfigurationLoader

    func configuration() throws(CommandFailure) -> Configuration { try loader.load() }

    func declarations() throws(CommandFailure) -> Contributions {
        loader.declarations.contributions(in: try loader.load())
    }

    func withData(
        _ migrations: [Migration], _ body: @escaping @Sendable (ServerData) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        let configuration = try loader.load()
        let folder = configuration[loader.settings.data], path = DataFolderPlugin.database(in: folder)
        if !PostgresSettings.areChosen(in: configuration) { try Self.checkForDatabase(in: folder) }
        // Whose folder it is, the command may not know: root looks after others' servers.
        if let danger = DataFolderPlugin.danger(in: folder, parts: loader.declarations.dataFolderParts) {
            throw CommandFailure(starting: danger, database: path)
        }
        let recorders = loader.declarations.contributions(in: configuration).values(of: OperatorDeedRecorders.self)
        do {
            return try await run(configuration, folder, path, migrations, recorders, body)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            let isElsewhere = PostgresSettings.areChosen(in: configuration)
            throw CommandFailure(starting: error, database: isElsewhere ? nil : path)
        }
    }

    private static func checkForDatabase(in folder: String) throws(CommandFailure) {
        let path = DataFolderPlugin.database(in: folder)
        do throws(FileError) {
            if try DataFolderPlugin.hasDatabase(in: folder) { return }
        } catch {
            throw CommandFailure(starting: error, database: path)
        }
        throw noDatabase(path)
    }

    private static func noDatabase(_ path: String) -> CommandFailure {
        CommandFailure(
            code: "no_database",
            message: LocalizedText(
                en:
                    "There is no database \(path). Name the server's folder with --data; before its first start (essentiald "
                    + "serve), which makes the database, there is nothing to work on.",
                es:
                    "No hay ninguna base de datos \(path). Indica la carpeta del servidor con --data; antes de su primer "
                    + "arranque (essentiald serve), que crea la base de datos, no hay nada con que trabajar."))
    }

    private func run(
        _ configuration: Configuration, _ folder: String, _ path: String, _ migrations: [Migration],
        _ recorders: [OperatorDeedRecording],
        _ body: @escaping @Sendable (ServerData) async throws -> CommandOutput
    ) async throws -> CommandOutput {
        var host = PluginHost()
        let isElsewhere = PostgresSettings.areChosen(in: configuration)
        let store = try installStore(
            &host, configuration, folder, path,
            migrations + recorders.flatMap(\.migrations).filter { !migrations.contains($0) })
        let clock = try host.install(ServerClockPlugin.self) { scope in
            .init(database: try scope[store], keepsRecord: false)
        }
        let cryptography = try host.install(CryptographyPlugin.self, .init())
        let composition = try host.composed()
        let library = try composition[cryptography].cryptography
        let data = ServerData(
            folder: folder, database: try composition[store], now: try composition[clock].now,
            keys: PresentKeys(path: "\(folder)/\(DataFolderPlugin.keyName)", cryptography: library),
            cryptography: library, recorders: recorders)
        let output = Locked(CommandOutput())
        // What lies in one folder belongs together; a database elsewhere may be another server's.
        let checks =
            isElsewhere ? loader.declarations.contributions(in: configuration).values(of: ServerDataChecks.self) : []
        try await composition.run {
            for check in checks { try await check(data) }
            let result = try await body(data)
            output.withLock { $0 = result }
        }
        return output.current
    }

    private func installStore(
        _ host: inout PluginHost, _ configuration: Configuration, _ folder: String, _ path: String,
        _ migrations: [Migration]
    ) throws(PluginHostError) -> Installed<any SQLDatabase> {
        func all(_ scope: borrowing PluginScope) -> @Sendable () -> [Migration] {
            let clock = scope.collector(of: Migrations.self)
            return { clock() + migrations.filter { !clock().contains($0) } }
        }
        let known = KnownMigrations(declared: { [loader] in loader.declarations.migrations }, configuration)
        guard PostgresSettings.areChosen(in: configuration) else {
            return try host.install(SQLStorePlugin.self) { scope in
                var settings = SQLStoreSettings(path: path)
                settings.knows = { known.contain($0) }
                return .init(settings: settings, migrations: all(scope))
            }.map(\.database)
        }
        return try host.install(PostgresStorePlugin.self) { scope in
            var settings = try PostgresSettings(configuration)
            let folder = DataFolder(path: folder), parts = loader.declarations.dataFolderParts
            // As a server, but that a command begins nothing.
            settings.mayUse = { $0 && DataFolderPlugin.mayUseDatabase(withTables: $0, beside: folder, parts: parts) }
            settings.knows = { known.contain($0) }
            settings.connections = 2
            return .init(settings: settings, migrations: all(scope))
        }.map(\.database)
    }
}

/// The keys of a server's file, which is read when a command needs one, and never made.
private struct PresentKeys: ServerKeyProviding {
    private let path: String
    private let keys: any ServerKeyProviding

    init(path: String, cryptography: Cryptography) {
        self.path = path
        keys = ServerKeysPlugin.assemble(.init(path: path, cryptography: cryptography)).exports.keys
    }

    func key(for purpose: ServerKeyPurpose) async throws(ServerKeyError) -> any SymmetricKey {
        guard AtomicFile(path: path).exists else {
            throw .fileSystem(path: path, operation: "open", errorNumber: ENOENT)
        }
        return try await keys.key(for: purpose)
    }
}
