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
    static let name = "essentiald"
    static let version = "1.0.0"

    let loader: ServerConfigurationLoader

    var program: String { "\(Self.name) \(Self.version)" }

    func configuration() throws(CommandFailure) -> Configuration { try loader.load() }

    func declarations() throws(CommandFailure) -> Contributions {
        loader.declarations.contributions(in: try loader.load())
    }

    func cryptography() throws(CommandFailure) -> Cryptography {
        do {
            return try CryptographyPlugin.assemble(.init()).exports.cryptography
        } catch {
            throw CommandFailure(starting: error, database: nil)
        }
    }

    func serverKeys() throws(CommandFailure) -> (folder: String, keys: any ServerKeyProviding) {
        let folder = try safeFolder(in: loader.load())
        return (folder, PresentKeys(path: "\(folder)/\(DataFolder.keyName)", cryptography: try cryptography()))
    }

    /// - Throws: Code `data_folder`. Whose folder it is, a command may not know: root looks after others' servers.
    private func safeFolder(in configuration: Configuration) throws(CommandFailure) -> String {
        let folder = configuration[loader.settings.data]
        if let danger = DataFolderPlugin.danger(in: folder, parts: loader.declarations.dataFolderParts) {
            throw CommandFailure(starting: danger, database: DataFolderPlugin.database(in: folder))
        }
        return folder
    }

    func withData(
        _ migrations: [Migration], _ body: @escaping @Sendable (ServerData) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        let configuration = try loader.load()
        let folder = try safeFolder(in: configuration), path = DataFolderPlugin.database(in: folder)
        if !PostgresSettings.areChosen(in: configuration) { try Self.checkForDatabase(in: folder) }
        let declared = loader.declarations.contributions(in: configuration)
        let isElsewhere = PostgresSettings.areChosen(in: configuration)
        let opening = Opening(
            configuration: configuration, folder: folder, isElsewhere: isElsewhere, migrations: migrations,
            recorders: declared.values(of: OperatorDeedRecorders.self), checks: [])
        do {
            return try await run(opening, body)
        } catch {
            throw error as? CommandFailure ?? CommandFailure(starting: error, database: isElsewhere ? nil : path)
        }
    }

    func withCopy<Value: Sendable>(
        in folder: String, of name: String, _ body: @escaping @Sendable (ServerData) async throws -> Value
    ) async throws(CommandFailure) -> Value {
        let configuration = try loader.load()
        let declared = loader.declarations.contributions(in: configuration)
        let opening = Opening(
            configuration: configuration, folder: folder, isElsewhere: false,
            migrations: loader.declarations.migrations, recorders: declared.values(of: OperatorDeedRecorders.self),
            checks: loader.declarations.dataChecks)
        do {
            return try await run(opening, body)
        } catch let error as SQLError where error.code == .damaged {
            throw CommandFailure(code: "database_damaged", message: ServerTexts.databaseFailed(error, at: name))
        } catch {
            throw error as? CommandFailure ?? CommandFailure(starting: error, database: name)
        }
    }

    func signIn(toCopyIn folder: String, of name: String) async throws(CommandFailure) {
        do {
            try await RehearsedServer(loader, data: folder).signIn()
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(starting: error, database: name)
        }
    }

    /// What is opened, and how.
    private struct Opening {
        let configuration: Configuration
        let folder: String
        /// Whether the database is on PostgreSQL.
        let isElsewhere: Bool
        let migrations: [Migration]
        let recorders: [OperatorDeedRecording]
        /// What has to hold before anything is done.
        let checks: [ServerDataChecks.Value]

        /// All tables that are needed, each once.
        var tables: [Migration] {
            migrations + recorders.flatMap(\.migrations).filter { !migrations.contains($0) }
        }
    }

    /// - Throws: Code `no_database`, or `file`.
    static func checkForDatabase(in folder: String) throws(CommandFailure) {
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

    private func run<Value: Sendable>(
        _ opening: Opening, _ body: @escaping @Sendable (ServerData) async throws -> Value
    ) async throws -> Value {
        // What lies in one folder belongs together; a database elsewhere may be another server's.
        if opening.isElsewhere { try await checkElsewhere(opening.configuration) }
        var host = PluginHost()
        let (store, maintenance) = try installStore(&host, opening)
        let clock = try host.install(ServerClockPlugin.self) { scope in
            .init(database: try scope[store], keepsRecord: false)
        }
        let cryptography = try host.install(CryptographyPlugin.self, .init())
        let composition = try host.composed()
        let library = try composition[cryptography].cryptography
        let data = ServerData(
            folder: opening.folder, database: try composition[store], now: try composition[clock].now,
            keys: PresentKeys(path: "\(opening.folder)/\(DataFolder.keyName)", cryptography: library),
            cryptography: library, maintenance: try maintenance.map { try composition[$0] },
            files: loader.declarations.dataFiles, recorders: opening.recorders)
        let result = Locked<Value?>(nil)
        try await composition.run {
            for check in opening.checks { try await check(data) }
            let value = try await body(data)
            result.withLock { $0 = value }
        }
        guard let value = result.current else { throw CancellationError() }
        return value
    }

    /// Sees whether a database elsewhere is that of the folder, before anything in it is changed: its
    /// tables, too, stay as they are.
    ///
    /// - Throws: What a server would throw at its start.
    func checkElsewhere(_ configuration: Configuration) async throws {
        let folder = configuration[loader.settings.data]
        var host = PluginHost()
        let store = try installElsewhere(&host, configuration, folder) { _ in { [] } }
        let cryptography = try host.install(CryptographyPlugin.self, .init())
        let composition = try host.composed()
        let library = try composition[cryptography].cryptography
        let data = ServerData(
            folder: folder, database: try composition[store], now: { Date() },
            keys: PresentKeys(path: "\(folder)/\(DataFolder.keyName)", cryptography: library),
            cryptography: library)
        let checks = loader.declarations.contributions(in: configuration).values(of: ServerDataChecks.self)
        try await composition.run { for check in checks { try await check(data) } }
    }

    private func installStore(
        _ host: inout PluginHost, _ opening: Opening
    ) throws(PluginHostError) -> (Installed<any SQLDatabase>, Installed<any SQLMaintaining>?) {
        let migrations = opening.tables
        func all(_ scope: borrowing PluginScope) -> @Sendable () -> [Migration] {
            let clock = scope.collector(of: Migrations.self)
            return { clock() + migrations.filter { !clock().contains($0) } }
        }
        guard opening.isElsewhere else {
            let known = known(opening.configuration)
            let file = try host.install(SQLStorePlugin.self) { scope in
                // A database without tables has lost them: made anew, it would have all that its rows named removed.
                var settings = SQLStoreSettings(
                    path: DataFolderPlugin.database(in: opening.folder), mayBegin: { false })
                settings.knows = { known.contain($0) }
                return .init(settings: settings, migrations: all(scope))
            }
            return (file.map(\.database), file.map(\.maintenance))
        }
        return (try installElsewhere(&host, opening.configuration, opening.folder, all), nil)
    }

    private func installElsewhere(
        _ host: inout PluginHost, _ configuration: Configuration, _ folder: String,
        _ migrations: (borrowing PluginScope) -> @Sendable () -> [Migration]
    ) throws(PluginHostError) -> Installed<any SQLDatabase> {
        let known = known(configuration)
        return try host.install(PostgresStorePlugin.self) { scope in
            var settings = try PostgresSettings(configuration)
            let folder = DataFolder(path: folder), parts = loader.declarations.dataFolderParts
            // As a server, but that a command begins nothing.
            settings.mayUse = { $0 && DataFolderPlugin.mayUseDatabase(withTables: $0, beside: folder, parts: parts) }
            settings.knows = { known.contain($0) }
            settings.connections = 2
            return .init(settings: settings, migrations: migrations(scope))
        }.map(\.database)
    }

    private func known(_ configuration: Configuration) -> KnownMigrations {
        KnownMigrations(declared: { [loader] in loader.declarations.migrations }, configuration)
    }
}

/// The keys of a server's file, which is read when a command needs one, and never made.
struct PresentKeys: ServerKeyProviding {
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
