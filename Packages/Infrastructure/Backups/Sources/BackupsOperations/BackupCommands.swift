import AtomicFiles
import ConfigurationAPI
import ConsoleAPI
import CryptographyAPI
import DataFolderAPI
import FoundationEssentials
import Localization
import OperatingAPI
import Presenting
import SQLStoreAPI

/// `essentiald backup create`, `list`, `verify`, `restore`, `prune`, `prove`, `adopt` and `key create`.
struct BackupCommands: Sendable {
    let access: any ServerDataAccess
    /// The time of the machine: where no data are open there is no server's.
    var now: @Sendable () -> Date = { Date() }

    var all: [Command] { [create, list, verify, restore, prune, prove, adopt, createKey] }

    // MARK: What is named

    private static let to = Parameter<String?>.optional(
        "to", .folder,
        summary: LocalizedText(
            en: "The folder of the backups (backup.folder)", es: "La carpeta de las copias (backup.folder)"))

    static let from = Parameter<String?>.optional(
        "from", .folder,
        summary: LocalizedText(
            en: "The folder of the backups (backup.folder)", es: "La carpeta de las copias (backup.folder)"))

    static let name = Parameter<String?>.optionalArgument(
        "backup", .text.called(en: "BACKUP", es: "COPIA"),
        summary: LocalizedText(
            en: "Which one, by its name or how that begins (the latest if left out)",
            es: "Cuál, por su nombre o su comienzo (la última si falta)"))

    /// Whether none of two folders is within the other, or is it.
    static func areApart(_ one: String, _ other: String) -> Bool {
        !AtomicFile(path: one + "/in").isInside(other) && !AtomicFile(path: other + "/in").isInside(one)
    }

    func place(_ folder: String?) throws -> BackupPlace {
        guard let folder = try folder ?? access.configuration()[BackupSettings.folder] else {
            throw BackupError.noFolder
        }
        return BackupPlace(path: Self.withoutSlash(folder))
    }

    static func withoutSlash(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? withoutSlash(String(path.dropLast())) : path
    }

    /// The backup that is named; the latest if none is.
    ///
    /// - Parameter isOpening: Whether somebody named a private key.
    func backup(
        _ words: String?, in place: BackupPlace, _ pieces: FilePieces, isOpening: Bool
    ) async throws -> String {
        if let words { return try await onDisk { try place.name(words) } }
        _ = try place.names()
        let server = try? await BackupServer.found(by: access, at: now())
        return try await onDisk {
            let series = try BackupSeries(of: place, pieces, seenBy: server, at: server?.now ?? now())
            guard let latest = try series.latest(in: place, isOpening: isOpening) else {
                throw BackupError.noBackups(place.path)
            }
            return latest.name
        }
    }

    func pieces() throws -> FilePieces { FilePieces(hashing: try access.cryptography().hashing) }

    // MARK: create

    private var create: Command {
        Command(
            "backup create",
            summary: LocalizedText(
                en: "Copy database, key and pictures while the server runs",
                es: "Copia la base de datos, la clave y las imágenes con el servidor en marcha"),
            discussion: LocalizedText(
                en: """
                    What was acknowledged before it begins is in it. A picture that an earlier backup has isn't copied \
                    again. The backup is opened as a server would before it gets its name; one that is cut short gets \
                    none. It has the whole secret of the server, its key included; with backup.recipients it is \
                    encrypted, and the server itself can't read it.
                    """,
                es: """
                    Contiene todo lo confirmado antes de empezar. Una imagen que ya está en otra copia no se copia otra \
                    vez. La copia se abre como lo haría un servidor antes de recibir su nombre; la que se interrumpe no \
                    recibe ninguno. Contiene todo el secreto del servidor, también su clave; con backup.recipients se \
                    cifra y ni el servidor puede leerla.
                    """),
            examples: [
                CommandExample(
                    "essentiald backup create --to /backup/essential",
                    LocalizedText(en: "beside a running server", es: "junto a un servidor en marcha"))
            ],
            parameters: [Self.to]
        ) { invocation, terminal throws(CommandFailure) in
            try await access.withData([]) { data in
                try await BackupFailures.told { try await create(invocation[Self.to], of: data, terminal) }
            }
        }
    }

    private func create(_ folder: String?, of data: ServerData, _ terminal: any Terminal) async throws -> CommandOutput
    {
        let recipients = BackupSettings.recipients(in: try access.configuration())
        let work = BackupWork(access: access, place: try place(folder), recipients: recipients, now: data.now)
        let progress = terminal.progress(BackupTexts.copying, unit: .items)
        defer { progress.finish() }
        let backup = try await work.make(of: data, progress)
        progress.finish()
        var text = [OutputBlock.line(BackupTexts.created(backup, in: work.place), .success)]
        text += BackupTexts.missing(in: backup.description)
        return CommandOutput(json: BackupItem(backup), text: text)
    }
}

/// What commands make of what is thrown on the way.
enum BackupFailures {
    static func told<Value>(_ body: () async throws -> Value) async throws(CommandFailure) -> Value {
        do {
            return try await body()
        } catch let failure as CommandFailure {
            throw failure
        } catch let error as FileError {
            throw CommandFailure(code: "file", message: error.text)
        } catch let error as any PresentableError {
            throw CommandFailure(presenting: error)
        } catch {
            throw CommandFailure(
                code: "backup_failed",
                message: LocalizedText(
                    en: "That didn't work: \(error).",
                    es: "No funcionó: \(error)."))
        }
    }
}
