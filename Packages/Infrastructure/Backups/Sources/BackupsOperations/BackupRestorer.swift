import AtomicFiles
import ConsoleAPI
import DataFolderAPI
import FoundationEssentials
import Glibc

/// Puts a backup into a folder that is a server's from then on.
///
/// Everything is copied into a folder within it first, verified there, and opened as a server would; what is put in
/// place then is only renamed. As long as that inner folder is there, no server uses the data.
struct BackupRestorer: Sendable {
    let reader: BackupReader
    let trial: BackupTrial
    /// The folder, without a slash at its end.
    let target: String

    /// What was put in place.
    struct Restored: Sendable {
        let description: BackupDescription
        /// Whether another restore into the folder was cut short before.
        let wasCutShort: Bool
    }

    private var staging: String { target + "/" + DataFolder.restoreName }

    /// - Throws: ``BackupError``; the folder is as it was then, or says that it isn't restored.
    func restore(_ progress: any ProgressReporting) async throws -> Restored {
        let contents = try await onDisk { try reader.contents() }
        let isNew = !AtomicFile(path: target).exists
        let (lock, wasCutShort) = try await onDisk { try begin(contents) }
        defer { close(lock) }
        let folders: Set<String>
        do {
            folders = try await onDisk { try copy(contents, progress) }
            try await judge(contents)
        } catch {
            try? FileManager.default.removeItem(atPath: staging)
            if isNew { unsafe rmdir(target) }
            throw error
        }
        // What fails from here on says so, like a kill: the inner folder stays.
        try await onDisk { try putInPlace(folders) }
        return Restored(description: contents.description, wasCutShort: wasCutShort)
    }

    // MARK: The folder

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
            let ours = Set(contents.manifest.shared.map(\.folder) + [DataFolder.databaseName, DataFolder.keyName])
            guard wasCutShort ? others.isSubset(of: ours) : others.isEmpty else {
                if !wasCutShort { unsafe rmdir(staging) }
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

    // MARK: What is in it

    /// Copies all files, each of which has to be what the backup says.
    ///
    /// - Returns: The names of the folders that were made.
    private func copy(_ contents: BackupReader.Contents, _ progress: any ProgressReporting) throws -> Set<String> {
        var folders: Set<String> = [staging], names: Set<String> = []
        let files = contents.files
        for (count, file) in files.enumerated() {
            progress.update(completed: Int64(count), total: Int64(files.count))
            let path = file.path.hasPrefix("../") ? String(file.path.dropFirst(3)) : file.path
            let copy = AtomicFile(path: staging + "/" + path), source = reader.path(of: file.path)
            try AtomicFile.makeFolder(copy.folder)
            if let name = path.split(separator: "/").first, path.contains("/") {
                names.insert(String(name))
                folders.formUnion([copy.folder, staging + "/" + name])
            }
            guard AtomicFile(path: source).exists else { throw reader.refusal(.missing(file.path)) }
            guard try reader.pieces.copy(source, to: copy.path).digest == file.digest else {
                throw reader.refusal(.changed(file.path))
            }
        }
        for folder in folders { try AtomicFile.synchronizeFolder(folder) }
        return names
    }

    /// Sees whether a server would start with it.
    private func judge(_ contents: BackupReader.Contents) async throws {
        let named: Set<SharedFile>
        do {
            named = try await trial.files(
                namedIn: staging, scratch: staging + "/trial", called: reader.path(of: DataFolder.databaseName))
        } catch let failure as CommandFailure {
            throw reader.refusal(.unfit(failure))
        }
        let lacking = contents.lacking(named)
        guard lacking.isEmpty else { throw BackupError.notSound(reader.name, lacking) }
    }

    /// Gives what was copied its names; whoever is killed meanwhile leaves the inner folder.
    private func putInPlace(_ folders: Set<String>) throws {
        for name in folders.sorted() + [DataFolder.keyName, DataFolder.databaseName] {
            try BackupPlace.rename(staging + "/" + name, to: target + "/" + name)
        }
        try AtomicFile.synchronizeFolder(target)
        try FileManager.default.removeItem(atPath: staging)
        try AtomicFile.synchronizeFolder(target)
    }
}
