import AtomicFiles
import ConfigurationAPI
import ConsoleAPI
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
    /// - Parameter body: Does the work; a `CommandFailure` that it throws is
    ///   what the person sees.
    func run<Desk: Plugin>(
        _ plugin: Desk.Type, _ dependencies: @escaping (any SQLDatabase) -> Desk.Dependencies,
        _ body: @escaping @Sendable (Desk.Exports) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput where Desk.Exports: Sendable {
        let path = DataFolderPlugin.database(in: try loader.load()[loader.settings.data])
        guard AtomicFile(path: path).exists else {
            throw CommandFailure(
                code: "no_database",
                message: LocalizedText(
                    en: "There is no database \(path). Name the server's folder with --server.data.",
                    es: "No hay ninguna base de datos \(path). Indica la carpeta del servidor con --server.data."))
        }
        let output = Locked(CommandOutput())
        do {
            let host = PluginHost()
            let store = try host.install(
                SQLStorePlugin.self,
                .init(settings: SQLStoreSettings(path: path), migrations: host.collector(of: Migrations.self)))
            let desk = try host.install(plugin, dependencies(try store.exports.database)).exports
            try await host.run {
                let result = try await body(desk)
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
