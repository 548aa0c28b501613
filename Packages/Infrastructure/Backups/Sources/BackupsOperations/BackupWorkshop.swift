import AtomicFiles
import DataFolderAPI
import FoundationEssentials
import Glibc

/// Where data are in the clear for a time, for one at a time: in the data folder.
///
/// They are there already; on the disk of the backups they never are.
struct BackupWorkshop: Sendable {
    /// What it is for.
    enum Work: String, Sendable {
        /// A database is copied, and encrypted from there.
        case backingUp = "essentiald.backing-up"
        /// A backup is restored, and served.
        case proving = "essentiald.proving"
    }

    let path: String

    init(in data: String, for work: Work) { path = data + "/" + work.rawValue }

    /// Lends the folder, empty; nothing is left in it.
    ///
    /// What one left there who was killed, the next one removes.
    func use<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        try AtomicFile.makeFolder(path)
        let lock = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard lock >= 0 else { throw FileError(call: "open", path: path, code: errno) }
        defer { close(lock) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw BackupError.dataInUse(path) }
        try empty()
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(path)) } catch { outcome = .failure(error) }
        try? empty()
        unsafe rmdir(path)
        return try outcome.get()
    }

    private func empty() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }
}
