import AtomicFiles
import Glibc
import HTTPServingAPI
import Localization
import Locking
import PluginKit
import Presenting

/// The folder of the server's data.
package struct DataFolder: Sendable {
    /// Where it is.
    package let path: String
    /// Knows whether its disk takes what is written.
    package let storage: StorageWatch

    package init(path: String) {
        self.path = path
        storage = StorageWatch(folder: path)
    }

    /// The path of something in it.
    package func path(of name: String) -> String { path + "/" + name }
}

/// The server's folder, which belongs to one server at a time.
///
/// Sessions that were ended are also kept in memory, so two servers on one
/// database would not know of each other's.
enum DataFolderPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "data-folder", summary: LocalizedText(en: "The folder of the data", es: "La carpeta de los datos"))

    static let databaseName = "essentiald.sqlite"
    static let keyName = "server.key"
    static let lockName = "essentiald.lock"
    /// Is there until a first start has made all that belongs together.
    static let beginningName = "essentiald.new"

    /// The path of the database in a folder.
    static func database(in folder: String) -> String { folder + "/" + databaseName }

    static func assemble(_ path: String) -> Assembly<DataFolder> {
        let lock = FolderLock(folder: path)
        var contributions = Contributions()
        contributions.add(HealthCheck("data_folder") { lock.health }, to: HealthChecks.self)
        return Assembly(
            exports: DataFolder(path: path), services: [lock], contributions: contributions)
    }
}

/// There can't be a folder where somebody wants it.
struct DataFolderNotMade: PresentableError {
    let code = "data_folder"
    let nature = FailureNature.input
    private let reason: FileError

    /// - Returns: nil if it isn't the place that is wrong, but the disk or the machine.
    init?(_ reason: FileError) {
        guard ![ENOSPC, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM].contains(reason.code) else { return nil }
        self.reason = reason
    }

    var text: LocalizedText {
        reason.text
            + LocalizedText(
                en: " The data folder can't be made there, and nothing was made. Choose another one with --data.",
                es: " Ahí no se puede crear la carpeta de datos, y no se creó nada. Elige otra con --data.")
    }
}

/// Another server uses the folder.
struct FolderInUse: PresentableError {
    let code = "folder_in_use"
    let nature = FailureNature.refused
    let folder: String

    var text: LocalizedText {
        LocalizedText(
            en: "Another server uses \(folder). Stop it, or choose another folder with --data.",
            es: "Otro servidor usa \(folder). Detenlo o elige otra carpeta con --data.")
    }
}

/// Holds a lock on the folder while the server runs; the system releases it
/// when the program ends, however it ends.
private final class FolderLock: PluginService {
    private let folder: String
    private let file = Locked<Int32>(-1)

    init(folder: String) {
        self.folder = folder
    }

    func problems() async -> [any Error] {
        var problems = DataFolderInspection(folder: folder).problems
        do {
            close(try Self.lock(folder, creates: false))
        } catch {
            // What else keeps it from being opened the inspection tells, or nobody
            // uses what isn't there.
            if error is FolderInUse { problems.append(error) }
        }
        return problems
    }

    func start() async throws {
        let inspection = DataFolderInspection(folder: folder)
        try inspection.check()
        do throws(FileError) {
            try AtomicFile.makeFolder(folder)
        } catch {
            throw DataFolderNotMade(error) ?? error
        }
        let descriptor = try Self.lock(folder, creates: true)
        file.withLock { $0 = descriptor }
        // Another server may have been at work while nobody held the lock.
        try inspection.check()
        try inspection.noteBeginning()
    }

    /// What the folder needs is there once all have started; if the note stays,
    /// the next start takes it away.
    func run() async throws {
        try? DataFolderInspection(folder: folder).noteEndOfBeginning()
    }

    /// The lock on the folder, held until it is closed.
    private static func lock(_ folder: String, creates: Bool) throws -> Int32 {
        let path = folder + "/" + DataFolderPlugin.lockName
        let descriptor = open(path, O_RDWR | (creates ? O_CREAT : 0) | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(call: "open", path: path, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? FolderInUse(folder: folder) : FileError(call: "flock", path: path, code: code)
        }
        return descriptor
    }

    /// Whether the folder is still under its name.
    ///
    /// What is opened later would be another server's otherwise.
    var health: HealthCheck.Result {
        var held = stat(), named = stat()
        let isHere =
            file.withLock { fstat($0, &held) } == 0
            && stat(folder + "/" + DataFolderPlugin.lockName, &named) == 0
            && held.st_dev == named.st_dev && held.st_ino == named.st_ino
        return isHere
            ? .healthy
            : .failing(
                LocalizedText(
                    en: "The data folder was moved or replaced. Put it back, and start the server again.",
                    es: "La carpeta de datos se movió o se reemplazó. Devuélvela a su sitio y reinicia el servidor."))
    }

    func stop() async {
        file.withLock { descriptor in
            close(descriptor)
            descriptor = -1
        }
    }
}
