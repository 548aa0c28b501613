import ConfigurationAPI
import ConsoleAPI
import CryptographyAPI
import CryptographyOpenSSL
import DataFolderAPI
import DataFolderDisk
import Localization
import Locking
import PluginKit
import SQLStoreCopying
import SQLStorePostgres

/// `essentiald database copy`: carries what a server keeps from its file to PostgreSQL, or back.
struct DatabaseCopying: Sendable {
    let loader: ServerConfigurationLoader

    private static let toFile = Parameter<Bool>.flag(
        "to-file",
        summary: LocalizedText(
            en: "From database.url into a new file in the data folder",
            es: "De database.url a un archivo nuevo en la carpeta de datos"))

    var command: Command {
        Command(
            "database copy",
            summary: LocalizedText(
                en: "Copy the database to PostgreSQL, or back", es: "Copia la base de datos a PostgreSQL, o de vuelta"),
            discussion: LocalizedText(
                en: "From the file in the data folder to the empty database that database.url names. The server has "
                    + "to be stopped, and the database that is copied stays as it is. What was cut short goes on "
                    + "when it is called again. At the end all rows are read on both sides and compared; until then "
                    + "no server starts on the copy.",
                es: "Del archivo de la carpeta de datos a la base de datos vacía que indica database.url. El "
                    + "servidor tiene que estar parado, y la base de datos copiada queda como está. Lo que se "
                    + "interrumpió sigue al volver a llamarlo. Al final se leen y se comparan todas las filas de "
                    + "ambos lados; hasta entonces ningún servidor arranca con la copia."),
            examples: [
                CommandExample(
                    "essentiald database copy --database.url=postgresql://essential@db.example.com/essential",
                    LocalizedText(en: "to PostgreSQL", es: "a PostgreSQL")),
                CommandExample(
                    "essentiald database copy --to-file", LocalizedText(en: "and back", es: "y de vuelta")),
            ],
            parameters: [Self.toFile]
        ) { invocation, terminal throws(CommandFailure) in
            let configuration = try loader.load()
            guard PostgresSettings.areChosen(in: configuration) else { throw .noPlaceElsewhere }
            do {
                return try await copy(configuration, isToFile: invocation[Self.toFile], terminal)
            } catch let failure as CommandFailure {
                throw failure
            } catch {
                throw CommandFailure(starting: error, database: nil)
            }
        }
    }

    private func copy(
        _ configuration: Configuration, isToFile: Bool, _ terminal: any Terminal
    ) async throws -> CommandOutput {
        let folder = DataFolder(path: configuration[loader.settings.data]), declarations = loader.declarations
        try await check(folder, configuration, isToFile: isToFile)
        var host = PluginHost()
        // A server that uses the folder is named, and none starts there meanwhile.
        try host.install(
            DataFolderPlugin.self,
            .init(path: folder.path, parts: { declarations.dataFolderParts }, hasDatabase: !isToFile))
        let cryptography = try host.install(CryptographyPlugin.self, .init())
        let composition = try host.composed()
        let file = DatabaseCopy.Place.file(DataFolderPlugin.database(in: folder.path))
        let elsewhere = DatabaseCopy.Place.server(try PostgresSettings(configuration))
        let known = KnownMigrations(declared: { declarations.migrations }, configuration)
        let copy = DatabaseCopy(
            from: isToFile ? elsewhere : file, to: isToFile ? file : elsewhere, migrations: declarations.migrations,
            knows: { known.contain($0) }, hashing: try composition[cryptography].cryptography.hashing)
        let copied = Locked<CopiedDatabase?>(nil), progress = CopyProgress(terminal)
        defer { progress.finish() }
        try await composition.run {
            let result = try await copy.run { progress.show($0) }
            copied.withLock { $0 = result }
        }
        return CopyReport(copied.current, isToFile: isToFile, folder: folder.path).output
    }

    /// Sees whether the database that is copied is that of the folder.
    private func check(_ folder: DataFolder, _ configuration: Configuration, isToFile: Bool) async throws {
        if isToFile { return try await ServerDataOnDisk(loader: loader).checkElsewhere(configuration) }
        try ServerDataOnDisk.checkForDatabase(in: folder.path)
        let parts = loader.declarations.dataFolderParts
        guard DataFolderPlugin.mayUseDatabase(withTables: true, beside: folder, parts: parts) else {
            throw CommandFailure.noKey(folder.path(of: DataFolderPlugin.keyName))
        }
    }
}

/// Shows how far a copy is, and then how far it is verified.
private final class CopyProgress: Sendable {
    private struct State {
        var isVerifying = false
        var shown: (any ProgressReporting)?
    }

    private let terminal: any Terminal
    private let state = Locked(State())

    init(_ terminal: any Terminal) {
        self.terminal = terminal
    }

    func show(_ progress: DatabaseCopy.Progress) {
        let (isVerifying, rows, total) =
            switch progress {
            case .copying(let rows, let total): (false, rows, total)
            case .verifying(let rows, let total): (true, rows, total)
            }
        state.withLock { state in
            if state.shown == nil || state.isVerifying != isVerifying {
                state.shown?.finish()
                state.shown = terminal.progress(isVerifying ? Self.verifying : Self.copying, unit: .items)
                state.isVerifying = isVerifying
            }
            state.shown?.update(completed: Int64(rows), total: Int64(total))
        }
    }

    func finish() { state.withLock { $0.shown?.finish() } }

    private static let copying = LocalizedText(en: "Copying rows", es: "Copiando filas")
    private static let verifying = LocalizedText(en: "Comparing rows", es: "Comparando filas")
}

extension CommandFailure {
    fileprivate static let noPlaceElsewhere = usage(
        LocalizedText(
            en: "database.url names no database on PostgreSQL. Nothing was changed.",
            es: "database.url no indica ninguna base de datos PostgreSQL. No se cambió nada."),
        hint: LocalizedText(
            en: "Set it as the server will have it, or as it has it when you copy back.",
            es: "Ponla como la va a tener el servidor, o como la tiene si copias de vuelta."))

    fileprivate static func noKey(_ path: String) -> CommandFailure {
        CommandFailure(
            code: "no_key",
            message: LocalizedText(
                en: "There is no \(path), without which nobody could log in on the copy either. Nothing was changed. "
                    + "Restore it from a backup; where the server never started, there is nothing to copy.",
                es: "No hay \(path), sin el cual nadie podría entrar tampoco con la copia. No se cambió nada. "
                    + "Restáuralo de una copia de seguridad; si el servidor nunca arrancó, no hay nada que copiar."))
    }
}
