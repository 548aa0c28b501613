import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import DataFolderAPI
import FoundationEssentials
import Glibc
import Localization
import OperatingAPI
import SQLStoreAPI

/// A backup that is complete.
struct Backup: Sendable {
    let name: String
    let description: BackupDescription
}

/// Makes a backup of the data of a server that may be at work.
///
/// The database is copied first, as it is at one moment, and then the files that this copy names: each was there
/// before its row. What was deleted in between a copy lacks; then another copy is made, and what the first one took
/// long for is there already.
struct BackupMaker: Sendable {
    let place: BackupPlace
    let data: ServerData
    let server: BackupServer
    let maintenance: any SQLMaintaining
    let trial: BackupTrial
    /// How it is encrypted; nil if it isn't.
    let sealing: BackupSealing?
    /// The server's time, which a backup bears: what tells when the next one is due goes by the same.
    let now: @Sendable () -> Date

    /// How often the database is copied: all but the second time only for what came and went within the time of one
    /// copy.
    private static let rounds = 8

    private var pieces: FilePieces { trial.pieces }

    func make(_ progress: any ProgressReporting) async throws -> Backup {
        let draft = try place.makeUnfinished()
        do {
            guard sealing != nil else { return try await make(Draft(path: draft, clear: draft), progress) }
            return try await BackupWorkshop(in: data.folder, for: .backingUp).use { clear in
                try await make(Draft(path: draft, clear: clear), progress)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
    }

    /// Where the backup is until it has its name.
    private struct Draft: Sendable {
        let path: String
        /// Where its database and key are in the clear.
        let clear: String
    }

    /// What became of the files that rows name.
    private struct Stored: Sendable {
        var files: Set<SharedFile> = []
        /// Those of which the server has none, or none that is what its name says.
        var missing: Set<SharedFile> = []
    }

    private func make(_ draft: Draft, _ progress: any ProgressReporting) async throws -> Backup {
        var lacking: Set<SharedFile> = []
        for _ in 0..<Self.rounds {
            let date = now()
            try await copyDatabase(to: draft.clear)
            let named = try await trial.files(
                namedIn: draft.clear, scratch: draft.clear + "/trial",
                called: DataFolder(path: data.folder).path(of: DataFolder.databaseName))
            let stored = try await onDisk { try store(named, by: draft.path + "/incoming", progress) }
            // What two copies name and the server didn't have in between it lacks for good.
            if stored.missing.isSubset(of: lacking) {
                return try await onDisk { try complete(draft, at: date, stored) }
            }
            lacking = stored.missing
        }
        throw BackupError.neverStill
    }

    private func copyDatabase(to draft: String) async throws {
        do throws(SQLError) {
            try await maintenance.backup(toFile: draft + "/" + DataFolder.databaseName)
        } catch {
            throw BackupError.snapshot(error.advice ?? LocalizedText(verbatim: error.message))
        }
        let key = draft + "/" + DataFolder.keyName
        try await onDisk { [pieces] in
            try AtomicFile(path: key).remove()
            _ = try pieces.copy(data.folder + "/" + DataFolder.keyName, to: key)
        }
    }

    // MARK: Files that backups share

    /// Copies the files that no backup has yet.
    ///
    /// - Parameter incoming: Where a file is until all of it is there.
    private func store(
        _ files: Set<SharedFile>, by incoming: String, _ progress: any ProgressReporting
    ) throws -> Stored {
        var stored = Stored(), folders: Set<String> = []
        let sealed = sealing == nil ? [:] : sealedFiles()
        // What one of them has on this disk may be damaged: then it is copied anew.
        let isTrusted = try !place.names().contains(where: place.isFoundDamaged)
        for (count, file) in files.sorted().enumerated() {
            progress.update(completed: Int64(count), total: Int64(files.count))
            guard let path = file.path else {
                stored.missing.insert(file)
                continue
            }
            let cover = try sealing?.cover(of: file)
            let known = cover.map { sealed["\(file.folder)/\($0)"] ?? [] } ?? [file]
            if let whole = known.first(where: { isThere($0, isTrusted: isTrusted) }) {
                stored.files.insert(whole)
                continue
            }
            guard let digest = try copyWhole(data.folder + "/" + path, to: incoming, digest: file.digest) else {
                stored.missing.insert(file)
                continue
            }
            let copy = SharedFile(folder: file.folder, digest: digest, cover: cover)
            let kept = AtomicFile(path: place.path(of: copy.path ?? path))
            try AtomicFile.makeFolder(kept.folder)
            try BackupPlace.rename(incoming, to: kept.path)
            stored.files.insert(copy)
            folders.formUnion([kept.folder, place.path(of: file.folder)])
        }
        for folder in folders { try AtomicFile.synchronizeFolder(folder) }
        return stored
    }

    /// Whether a backup has the file; if some file here is damaged, as it was made.
    private func isThere(_ file: SharedFile, isTrusted: Bool) -> Bool {
        guard let path = file.path.map(place.path), AtomicFile(path: path).exists else { return false }
        return isTrusted || (try? pieces.content(of: path))?.digest == file.digest
    }

    /// The encrypted files that are there, by what they are called: they are complete, or had no name.
    private func sealedFiles() -> [String: [SharedFile]] {
        Dictionary(grouping: place.shared().filter { $0.cover != nil }.sorted(), by: \.label)
    }

    /// - Returns: The digest of the copy; nil if the file isn't there, or isn't what its name says: there is no copy
    ///   then.
    private func copyWhole(_ path: String, to target: String, digest: String) throws -> String? {
        do {
            let copied = try pieces.copy(path, to: target, through: sealing?.cipher())
            if copied.source.digest == digest { return copied.copy.digest }
        } catch let error as FileError where error.path == path && [ENOENT, ELOOP, EISDIR, EINVAL].contains(error.code)
        {}
        unsafe unlink(target)
        return nil
    }

    // MARK: Its name

    /// Writes what the backup is, and then gives it its name.
    private func complete(_ draft: Draft, at date: Date, _ stored: Stored) throws -> Backup {
        var manifest = BackupManifest(own: [:], shared: stored.files)
        var bytes = 0
        for name in [DataFolder.databaseName, DataFolder.keyName] {
            let (kept, content) = try keep(name, draft)
            manifest.own[kept] = content.digest
            bytes += content.size
        }
        for file in stored.files { bytes += file.path.map { FilePieces.size(of: place.path(of: $0)) } ?? 0 }
        let missing = try stored.missing.sorted().map { file in
            try sealing.map { "\(file.folder)/" + (try $0.cover(of: file)) } ?? file.label
        }
        let description = BackupDescription(
            format: sealing == nil ? BackupDescription.format : BackupDescription.sealedFormat,
            number: try BackupSeries(of: place, pieces, seenBy: server, at: date).nextNumber,
            createdAt: date, files: stored.files.count, bytes: bytes, missing: missing,
            recipients: sealing?.recipients.map(\.text))
        let text = try WireCoding.encoder().encode(description)
        manifest.own[BackupDescription.name] = try pieces.hashing.sha256(text).hexadecimal
        let folder = draft.path
        try AtomicFile(path: folder + "/" + BackupDescription.name).replace(with: text, durability: .power)
        try AtomicFile(path: folder + "/" + BackupManifest.name).replace(with: manifest.text, durability: .power)
        let list = try pieces.hashing.sha256(manifest.text).hexadecimal
        try BackupPlace.note(server.makeOrigin(of: list), in: folder)
        let name = BackupPlace.name(at: date, marked: try BackupPlace.mark(of: manifest.text, pieces.hashing))
        try BackupPlace.rename(folder, to: place.path(of: name))
        try AtomicFile.synchronizeFolder(place.path)
        return Backup(name: name, description: description)
    }

    /// Has one of the backup's own files where it stays, and says what it is called there.
    private func keep(_ name: String, _ draft: Draft) throws -> (name: String, content: FileContent) {
        guard let sealing else {
            guard let content = try pieces.content(of: draft.path + "/" + name) else {
                throw FileError(call: "open", path: draft.path + "/" + name, code: ENOENT)
            }
            return (name, content)
        }
        let sealed = name + BackupSealing.ending
        let copied = try pieces.copy(
            draft.clear + "/" + name, to: draft.path + "/" + sealed, through: sealing.cipher())
        return (sealed, copied.copy)
    }
}
