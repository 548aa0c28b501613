import AtomicFiles
import ConsoleAPI
import DataFolderAPI
import FoundationEssentials
import Glibc
import OperatingAPI
import SQLStoreAPI

/// Puts a backup into a folder that is a server's from then on.
///
/// Everything is copied into a folder within it first, verified there, and opened as a server would; what is put in
/// place then is only renamed. As long as that inner folder is there, no server uses the data.
struct BackupRestorer: Sendable {
    let reader: BackupReader
    let access: any ServerDataAccess
    /// The folder, without a slash at its end.
    let target: String

    /// What was put in place.
    struct Restored: Sendable {
        let description: BackupDescription
        /// Whether another restore into the folder was cut short before.
        let wasCutShort: Bool
    }

    private var staging: String { target + "/" + DataFolder.restoreName }
    /// In the inner folder, says what is put in place from it: another restore, of whichever backup, takes that away
    /// again if this one is cut short.
    private var note: AtomicFile { AtomicFile(path: staging + "/names") }

    /// Far more than there are folders in a data folder.
    private static let largestNote = 1 << 16

    /// - Throws: ``BackupError``; the folder is as it was then, or says that it isn't restored.
    func restore(_ progress: any ProgressReporting) async throws -> Restored {
        let contents = try await onDisk { try reader.contents() }
        try reader.checkForKey(contents)
        try checkTarget()
        let isNew = !AtomicFile(path: target).exists
        let (lock, wasCutShort) = try await onDisk { try begin(contents) }
        defer { close(lock) }
        let copied: Copied
        do {
            copied = try await onDisk { try copy(contents, progress) }
            try await complete(contents, copied.shared)
        } catch {
            try? FileManager.default.removeItem(atPath: staging)
            if isNew { unsafe rmdir(target) }
            throw error
        }
        // What fails from here on says so, like a kill: the inner folder stays.
        try await onDisk { try putInPlace(copied.folders) }
        return Restored(description: contents.description, wasCutShort: wasCutShort)
    }

    // MARK: The folder

    /// Refuses a folder in which somebody else could put something in the place of what is restored.
    private func checkTarget() throws {
        var status = stat()
        guard unsafe stat(target, &status) == 0 else {
            guard errno == ENOENT else { throw FileError(call: "stat", path: target, code: errno) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(call: "stat", path: target, code: ENOTDIR) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw BackupError.targetOpenToOthers(target)
        }
    }

    /// Makes the inner folder and locks it, where nothing else is or what a restore left that was cut short.
    private func begin(_ contents: BackupReader.Contents) throws -> (lock: Int32, wasCutShort: Bool) {
        try AtomicFile.makeFolder(target)
        let wasCutShort = AtomicFile(path: staging).exists
        if !wasCutShort, try !others().isEmpty { throw BackupError.targetNotEmpty(target) }
        try AtomicFile.makeFolder(staging)
        let lock = unsafe open(staging, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard lock >= 0 else { throw FileError(call: "open", path: staging, code: errno) }
        do {
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw BackupError.targetInUse(target) }
            // Now that no server begins here any more: one may have until just now.
            let others = try others()
            let foreign = others.subtracting(wasCutShort ? try ours(contents) : [])
            guard foreign.isEmpty else {
                guard !wasCutShort else { throw BackupError.targetHasOthers(target, Array(foreign)) }
                unsafe rmdir(staging)
                throw BackupError.targetNotEmpty(target)
            }
            try AtomicFile.synchronizeFolder(target)
            let remains =
                others.map { target + "/" + $0 }
                + (try FileManager.default.contentsOfDirectory(atPath: staging)).map { staging + "/" + $0 }
            for path in remains { try FileManager.default.removeItem(atPath: path) }
        } catch {
            close(lock)
            throw error
        }
        return (lock, wasCutShort)
    }

    /// What is there besides the inner folder.
    private func others() throws -> Set<String> {
        // A disk of its own comes with `lost+found`.
        Set(try FileManager.default.contentsOfDirectory(atPath: target))
            .subtracting(["lost+found", DataFolder.restoreName])
    }

    /// What restores put there: this one, and the one that was cut short.
    private func ours(_ contents: BackupReader.Contents) throws -> Set<String> {
        let noted = try reader.pieces.text(of: note.path, limit: Self.largestNote) ?? Data()
        return Set(
            String(decoding: noted, as: UTF8.self).split(separator: "\n").map(String.init).filter(\.isPlainName)
                + contents.manifest.shared.map(\.folder) + [DataFolder.databaseName, DataFolder.keyName])
    }

    // MARK: What is in it

    /// What was copied.
    private struct Copied: Sendable {
        /// The names of the folders that were made.
        var folders: Set<String> = []
        /// The files that rows name.
        var shared: Set<SharedFile> = []
    }

    /// Copies all files, each of which has to be what the backup says.
    private func copy(_ contents: BackupReader.Contents, _ progress: any ProgressReporting) throws -> Copied {
        var copied = Copied(), folders: Set<String> = [staging]
        let files = contents.files
        for (count, file) in files.enumerated() {
            progress.update(completed: Int64(count), total: Int64(files.count))
            let restored = try reader.put(file, of: contents, into: staging)
            guard let shared = restored.shared else { continue }
            copied.shared.insert(shared)
            copied.folders.insert(shared.folder)
            folders.formUnion([AtomicFile(path: staging + "/" + restored.path).folder, staging + "/" + shared.folder])
        }
        for folder in folders { try AtomicFile.synchronizeFolder(folder) }
        return copied
    }

    /// Opens it as a server would, and has the trail say that time went back.
    private func complete(_ contents: BackupReader.Contents, _ shared: Set<SharedFile>) async throws {
        let database = staging + "/" + DataFolder.databaseName
        let lacking: [BackupFinding]
        do throws(CommandFailure) {
            lacking = try await access.withCopy(in: staging, of: reader.path(of: DataFolder.databaseName)) {
                [name = reader.name] data in
                let lacking = try await contents.lacking(try await data.namedFiles(), among: shared, in: data)
                if lacking.isEmpty {
                    try await data.database.write { db in try data.record(.backupRestored, name, in: db) }
                }
                return lacking
            }
        } catch {
            throw reader.refusal(opening: error)
        }
        guard lacking.isEmpty else { throw BackupError.notSound(reader.name, lacking) }
        // Only the file is put in place: all has to be in it, and not in the log beside it.
        let log = FilePieces.size(of: database + "-wal")
        guard log == 0 else { throw FileError(call: "close", path: database, code: EBUSY) }
        try await onDisk { try FilePieces.synchronize(database) }
    }

    /// Gives what was copied its names; whoever is killed meanwhile leaves the inner folder.
    private func putInPlace(_ folders: Set<String>) throws {
        try note.replace(with: Data(folders.sorted().map { $0 + "\n" }.joined().utf8), durability: .power)
        for name in folders.sorted() + [DataFolder.keyName, DataFolder.databaseName] {
            try BackupPlace.rename(staging + "/" + name, to: target + "/" + name)
        }
        try AtomicFile.synchronizeFolder(target)
        try FileManager.default.removeItem(atPath: staging)
        try AtomicFile.synchronizeFolder(target)
    }
}
