import AtomicFiles
import Glibc
import Localization
import Locking
import PluginKit

/// The server's folder, which belongs to one server at a time.
///
/// Sessions that were ended are also kept in memory, so two servers on one
/// database would not know of each other's.
enum DataFolderPlugin: Plugin {
    struct Exports: Sendable {
        let path: String

        func path(of name: String) -> String { path + "/" + name }
    }

    static let manifest = PluginManifest(
        id: "data-folder", summary: LocalizedText(en: "The folder of the data", es: "La carpeta de los datos"))

    /// The path of the database in a folder.
    static func database(in folder: String) -> String { folder + "/essentiald.sqlite" }

    static func assemble(_ path: String) -> Assembly<Exports> {
        Assembly(exports: Exports(path: path), services: [FolderLock(folder: path)])
    }
}

/// Another server uses the folder.
struct FolderInUse: Error {
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

    func start() async throws {
        try AtomicFile.makeFolder(folder)
        let path = folder + "/essentiald.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(call: "open", path: path, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? FolderInUse(folder: folder) : FileError(call: "flock", path: path, code: code)
        }
        file.withLock { $0 = descriptor }
    }

    func stop() async {
        file.withLock { descriptor in
            close(descriptor)
            descriptor = -1
        }
    }
}
