import AtomicFiles
import ConfigurationAPI
import ConsoleAPI
import FoundationEssentials
import Localization
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite

/// Opens the server's database for one command, also beside a server that runs.
struct DatabaseDesk: Sendable {
    let loader: ServerConfigurationLoader

    /// Runs a command over what a plugin makes of the database.
    ///
    /// - Parameters:
    ///   - dependencies: What the plugin is given: the database, and what tells
    ///     the server's time.
    ///   - body: Does the work; a `CommandFailure` that it throws is
    ///     what the person sees.
    func run<Desk: Plugin>(
        _ plugin: Desk.Type,
        _ dependencies: @escaping (any SQLDatabase, @escaping @Sendable () -> Date) -> Desk.Dependencies,
        _ body: @escaping @Sendable (Desk.Exports) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput where Desk.Exports: Sendable {
        let folder = try loader.load()[loader.settings.data], path = DataFolderPlugin.database(in: folder)
        guard AtomicFile(path: path).exists else {
            throw CommandFailure(
                code: "no_database",
                message: LocalizedText(
                    en: "There is no database \(path). Name the server's folder with --data.",
                    es: "No hay ninguna base de datos \(path). Indica la carpeta del servidor con --data."))
        }
        // Whose folder it is, the command may not know: root looks after others' servers.
        if let danger = DataFolderInspection(ofOwner: folder).dangers.first {
            throw CommandFailure(starting: danger, database: path)
        }
        let output = Locked(CommandOutput())
        do {
            var host = PluginHost()
            let store = try host.install(SQLStorePlugin.self) { scope in
                .init(settings: SQLStoreSettings(path: path), migrations: scope.collector(of: Migrations.self))
            }
            let clock = try host.install(ServerClockPlugin.self) { scope in
                .init(database: try scope[store].database, keepsRecord: false)
            }
            let desk = try host.install(plugin) { dependencies(try $0[store].database, try $0[clock].now) }
            let composition = try host.composed(), exports = try composition[desk]
            try await composition.run {
                let result = try await body(exports)
                output.withLock { $0 = result }
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(starting: error, database: path)
        }
        return output.current
    }
}
