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
    let maintenance: any SQLMaintaining
    let trial: BackupTrial
    /// The machine's time.
    let now: @Sendable () -> Date

    /// How often the database is copied: all but the second time only for what came and went within the time of one
    /// copy.
    private static let rounds = 8

    private var pieces: FilePieces { trial.pieces }

    func make(_ progress: any ProgressReporting) async throws -> Backup {
        let draft = try place.makeUnfinished()
        do {
            return try await make(in: draft, progress)
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
    }

    private func make(in draft: String, _ progress: any ProgressReporting) async throws -> Backup {
        var lacking: Set<SharedFile> = []
        for _ in 0..<Self.rounds {
            let date = data.now()
            try await copyDatabase(to: draft)
            let named = try await trial.files(
                namedIn: draft, scratch: draft + "/trial",
                called: DataFolder(path: data.folder).path(
                    of: DataFolder.databaseName))
            let missing = try await onDisk { try copy(named, by: draft + "/incoming", progress) }
            // What two copies name and the server didn't have in between it lacks for good.
            if missing.isSubset(of: lacking) {
                return try await onDisk { try complete(draft, at: date, named.subtracting(missing), missing) }
            }
            lacking = missing
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

    /// Copies the files that no backup has yet.
    ///
    /// - Parameter incoming: Where a file is until all of it is there.
    /// - Returns: Those of which the server has none, or none that is what its name says.
    private func copy(
        _ files: Set<SharedFile>, by incoming: String, _ progress: any ProgressReporting
    ) throws -> Set<SharedFile> {
        var missing: Set<SharedFile> = [], folders: Set<String> = []
        for (count, file) in files.sorted().enumerated() {
            progress.update(completed: Int64(count), total: Int64(files.count))
            guard let path = file.path else {
                missing.insert(file)
                continue
            }
            let kept = AtomicFile(path: place.path(of: path))
            if kept.exists { continue }
            guard try copyWhole(data.folder + "/" + path, to: incoming, digest: file.digest) else {
                missing.insert(file)
                continue
            }
            try AtomicFile.makeFolder(kept.folder)
            try BackupPlace.rename(incoming, to: kept.path)
            folders.formUnion([kept.folder, place.path(of: file.folder)])
        }
        for folder in folders { try AtomicFile.synchronizeFolder(folder) }
        return missing
    }

    /// - Returns: false if the file isn't there, or isn't what its name says; there is no copy then.
    private func copyWhole(_ path: String, to target: String, digest: String) throws -> Bool {
        do {
            if try pieces.copy(path, to: target).digest == digest { return true }
        } catch let error as FileError where error.path == path && [ENOENT, ELOOP, EISDIR, EINVAL].contains(error.code)
        {}
        unsafe unlink(target)
        return false
    }

    /// Writes what the backup is, and then gives it its name.
    private func complete(
        _ draft: String, at date: Date, _ files: Set<SharedFile>, _ missing: Set<SharedFile>
    ) throws -> Backup {
        var manifest = BackupManifest(own: [:], shared: files)
        var bytes = 0
        for name in [DataFolder.databaseName, DataFolder.keyName] {
            guard let content = try pieces.content(of: draft + "/" + name) else {
                throw FileError(call: "open", path: draft + "/" + name, code: ENOENT)
            }
            manifest.own[name] = content.digest
            bytes += content.size
        }
        for file in files { bytes += file.path.map { FilePieces.size(of: place.path(of: $0)) } ?? 0 }
        let description = BackupDescription(
            format: BackupDescription.format,
            number: try BackupSeries(of: place, pieces, at: now()).nextNumber,
            createdAt: date, files: files.count, bytes: bytes, missing: missing.sorted().map(\.label))
        let text = try WireCoding.encoder().encode(description)
        manifest.own[BackupDescription.name] = try pieces.hashing.sha256(text).hexadecimal
        try AtomicFile(path: draft + "/" + BackupDescription.name).replace(with: text, durability: .power)
        try AtomicFile(path: draft + "/" + BackupManifest.name).replace(with: manifest.text, durability: .power)
        let name = BackupPlace.name(at: date, marked: try BackupPlace.mark(of: manifest.text, pieces.hashing))
        try BackupPlace.rename(draft, to: place.path(of: name))
        try AtomicFile.synchronizeFolder(place.path)
        return Backup(name: name, description: description)
    }
}
