import AtomicFiles
import ConsoleAPI
import CryptographyAPI
import FoundationEssentials
import OperatingAPI
import SQLStoreAPI

/// One backup from the lock of its place to the line in the trail, as a command and the schedule have it made.
struct BackupWork: Sendable {
    let access: any ServerDataAccess
    let place: BackupPlace
    /// To whom it is encrypted; nobody if it isn't.
    let recipients: [FileRecipient]
    /// The server's time.
    let now: @Sendable () -> Date

    /// - Throws: ``BackupError``, `FileError`, `CommandFailure`.
    func make(of data: ServerData, _ progress: any ProgressReporting) async throws -> Backup {
        guard let maintenance = data.maintenance else { throw BackupError.databaseElsewhere }
        guard BackupCommands.areApart(place.path, data.folder) else { throw BackupError.placeInData(place.path) }
        let sealing =
            recipients.isEmpty ? nil : try await BackupSealing(to: recipients, keys: data.keys, data.cryptography)
        try await onDisk { try place.prepare() }
        let server = try await BackupServer(beginningIn: data)
        let backup = try await place.locked(isWriting: true) {
            try await BackupMaker(
                place: place, data: data, server: server, maintenance: maintenance,
                trial: BackupTrial(access: access, pieces: FilePieces(hashing: data.cryptography.hashing)),
                sealing: sealing, now: now
            ).make(progress)
        }
        try await data.database.write { db in try data.record(.backupCreated, backup.name, in: db) }
        return backup
    }
}
