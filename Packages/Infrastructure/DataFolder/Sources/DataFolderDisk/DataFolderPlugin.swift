public import AtomicFiles
public import DataFolderAPI
import Dispatch
import Glibc
import HTTPServingAPI
import Localization
import Locking
public import PluginKit
import Presenting

/// The server's folder, which belongs to one server at a time.
///
/// Sessions that were ended are also kept in memory, so two servers on one
/// database would not know of each other's.
public enum DataFolderPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let folder: DataFolder
        let parts: @Sendable () -> [DataFolderPart]
        let hasDatabase: Bool

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - path: Where the folder is, or is to be.
        ///   - parts: What plugins keep in it.
        ///   - hasDatabase: Whether the database is in it too, and not elsewhere.
        public init(path: String, parts: @escaping @Sendable () -> [DataFolderPart], hasDatabase: Bool = true) {
            folder = DataFolder(path: path)
            self.parts = parts
            self.hasDatabase = hasDatabase
        }
    }

    /// The name `data-folder`.
    public static let manifest = PluginManifest(
        id: "data-folder", summary: LocalizedText(en: "The folder of the data", es: "La carpeta de los datos"))

    /// The name of the key file.
    public static let keyName = DataFolder.keyName
    static let databaseName = DataFolder.databaseName
    static let lockName = "essentiald.lock"
    /// Is there until a first start has made all that belongs together.
    static let beginningName = "essentiald.new"

    /// The path of the database in a folder.
    public static func database(in folder: String) -> String { folder + "/" + databaseName }

    /// Whether there is a database in a folder.
    ///
    /// - Throws: Why nobody can tell, or why it can't be used: most often the
    ///   system doesn't let this user in.
    public static func hasDatabase(in folder: String) throws(FileError) -> Bool {
        let path = database(in: folder)
        guard try DataFolderInspection.isThere(path) else { return false }
        guard unsafe faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS | AT_SYMLINK_NOFOLLOW) == 0 else {
            throw FileError(call: "faccessat", path: path, code: errno)
        }
        return true
    }

    /// Whether a server may begin in a folder that has no database: not where it
    /// would be one that lost it.
    public static func mayBegin(in folder: DataFolder, parts: [DataFolderPart]) -> Bool {
        DataFolderInspection(folder: folder.path, parts: parts).remains.isEmpty
    }

    /// Whether a server may use a database elsewhere with a folder: not an empty one
    /// with what belongs to another, nor one that has tables without their key.
    public static func mayUseDatabase(
        withTables hasTables: Bool, beside folder: DataFolder, parts: [DataFolderPart]
    ) -> Bool {
        hasTables
            ? unsafe access(folder.path + "/" + keyName, F_OK) == 0 : mayBegin(in: folder, parts: parts)
    }

    /// Whether a server holds a folder now.
    public static func isInUse(_ folder: DataFolder) -> Bool {
        let file = unsafe open(folder.path(of: lockName), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        // The list spares a server that begins just now a lock in its way; where it has other numbers, the lock tells.
        if LockHolder.process(holding: file) != nil { return true }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// What somebody else may have put into the folder of whoever's server, or
    /// can; nil for nothing.
    public static func danger(in folder: String, parts: [DataFolderPart]) -> (any Error)? {
        DataFolderInspection(ofOwner: folder, parts: parts).dangers.first
    }

    /// Builds what looks after the folder, and holds it while the server runs.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<DataFolder> {
        let lock = FolderLock(
            folder: dependencies.folder.path, parts: dependencies.parts, hasDatabase: dependencies.hasDatabase)
        let storage = StorageWatch(folder: dependencies.folder.path)
        var contributions = Contributions()
        contributions.add(
            HealthCheck("data_folder") { lock.health }, HealthCheck("storage") { await storage.check() },
            to: HealthChecks.self)
        contributions.add({ storage.problem(for: $0) }, to: ErrorExplanations.self)
        contributions.add(StorageConvention(), to: HTTPConventions.self)
        return Assembly(exports: dependencies.folder, services: [lock], contributions: contributions)
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
                en: "The data folder can't be made there, and nothing was made. Choose another one with --data.",
                es: "Ahí no se puede crear la carpeta de datos, y no se creó nada. Elige otra con --data.")
    }
}

/// Another server uses the folder.
struct FolderInUse: PresentableError {
    let code = "folder_in_use"
    let nature = FailureNature.refused
    let folder: String
    /// Its process; nil if the system doesn't tell.
    let process: Int32?

    var text: LocalizedText {
        guard let process else {
            return LocalizedText(
                en: "Another server uses \(folder). Stop it, or choose another folder with --data.",
                es: "Otro servidor usa \(folder). Detenlo o elige otra carpeta con --data.")
        }
        return LocalizedText(
            en: "Another server uses \(folder): process \(process). Stop it, such as by `kill \(process)`, or choose "
                + "another folder with --data.",
            es:
                "Otro servidor usa \(folder): el proceso \(process). Detenlo, por ejemplo con `kill \(process)`, o elige "
                + "otra carpeta con --data.")
    }
}

/// Holds a lock on the folder while the server runs; the system releases it
/// when the program ends, however it ends.
private final class FolderLock: PluginService {
    private let folder: String
    private let parts: @Sendable () -> [DataFolderPart]
    private let hasDatabase: Bool
    private let file = Locked<Int32>(-1)

    init(folder: String, parts: @escaping @Sendable () -> [DataFolderPart], hasDatabase: Bool) {
        self.folder = folder
        self.parts = parts
        self.hasDatabase = hasDatabase
    }

    private var inspection: DataFolderInspection {
        DataFolderInspection(folder: folder, parts: parts(), hasDatabase: hasDatabase)
    }

    func problems() async -> [any Error] {
        var problems = inspection.problems
        do {
            close(try Self.lock(folder, creates: false))
        } catch {
            // What else keeps it from being opened the inspection tells, or nobody
            // uses what isn't there.
            if error is FolderInUse { problems.append(error) }
        }
        return problems
    }

    func rehearse() async -> StartRehearsal {
        let problems = inspection.problems
        return StartRehearsal(
            problems: problems.isEmpty ? inspection.obstacle.map { [$0] } ?? [] : problems,
            unchecked: [
                LocalizedText(
                    en: "Whether another server uses \(folder), and whether its disk has room.",
                    es: "Si otro servidor usa \(folder) y si hay sitio en su disco.")
            ])
    }

    func examine() async -> ServiceExamination {
        let examination = DataFolderExamination(folder: folder, parts: parts())
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: examination.result) }
        }
    }

    func start() async throws {
        let inspection = inspection
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
        try? inspection.noteEndOfBeginning()
    }

    /// The lock on the folder, held until it is closed.
    private static func lock(_ folder: String, creates: Bool) throws -> Int32 {
        let path = folder + "/" + DataFolderPlugin.lockName
        let descriptor = unsafe open(path, O_RDWR | (creates ? O_CREAT : 0) | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(call: "open", path: path, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { close(descriptor) }
            guard code == EWOULDBLOCK else { throw FileError(call: "flock", path: path, code: code) }
            throw FolderInUse(folder: folder, process: LockHolder.process(holding: descriptor))
        }
        return descriptor
    }

    /// Whether the folder is still under its name.
    ///
    /// What is opened later would be another server's otherwise.
    var health: HealthCheck.Result {
        var held = stat(), named = stat()
        let isHere =
            unsafe file.withLock { unsafe fstat($0, &held) } == 0
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
