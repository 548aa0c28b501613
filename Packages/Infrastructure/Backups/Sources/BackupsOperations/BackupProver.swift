import ConsoleAPI
import CryptographyAPI
import DataFolderAPI
import FoundationEssentials
import Localization
import OperatingAPI

/// Restores a backup beside the server, compares it, and has an account sign in to a server that serves it.
struct BackupProver: Sendable {
    let reader: BackupReader
    let access: any ServerDataAccess
    /// Of the server that the backup is to be of.
    let data: ServerData
    /// The server's time.
    let now: @Sendable () -> Date

    /// What was found.
    struct Proved: Sendable {
        let proof: BackupProof
        /// Why nobody else learns of it, if it couldn't be noted.
        let unnoted: LocalizedText?
    }

    /// - Throws: ``BackupError``, or `CommandFailure` where no server starts with it or lets the account in.
    func prove(_ progress: any ProgressReporting) async throws -> Proved {
        do {
            return try await proved(progress)
        } catch BackupError.notSound(let name, let findings) {
            // As after `verify`: it takes no good one's place when others are removed.
            let found = BackupError.notSound(name, findings)
            let unnoted = BackupTexts.unnoted {
                try reader.place.note(name, isSound: false, withKey: reader.opening != nil, at: now())
            }
            throw unnoted.map { BackupError.unnoted(found, $0) } ?? found
        }
    }

    private func proved(_ progress: any ProgressReporting) async throws -> Proved {
        let contents = try await onDisk { try reader.contents() }
        try reader.checkForKey(contents)
        let server = try await BackupServer(data)
        try await BackupWorkshop(in: data.folder, for: .proving).use { folder in
            try await serve(contents, in: folder, progress)
        }
        guard let list = try reader.pieces.content(of: reader.path(of: BackupManifest.name)) else {
            throw reader.refusal(.missing(BackupManifest.name))
        }
        let proof = try server.makeProof(of: list.digest, at: now(), by: access.program)
        let unnoted = BackupTexts.unnoted {
            try reader.place.note(proof, of: reader.name)
            try reader.place.note(reader.name, isSound: true, withKey: reader.opening != nil, at: now())
        }
        return Proved(proof: proof, unnoted: unnoted)
    }

    private func serve(
        _ contents: BackupReader.Contents, in folder: String, _ progress: any ProgressReporting
    ) async throws {
        let shared = try await onDisk { try restore(contents, into: folder, progress) }
        let database = reader.path(of: DataFolder.databaseName)
        let lacking: [BackupFinding]
        do throws(CommandFailure) {
            lacking = try await access.withCopy(in: folder, of: database) { data in
                try await contents.lacking(try await data.namedFiles(), among: shared, in: data)
            }
        } catch {
            throw reader.refusal(opening: error)
        }
        guard lacking.isEmpty else { throw BackupError.notSound(reader.name, lacking) }
        try await access.signIn(toCopyIn: folder, of: database)
    }

    /// Puts all of it into a folder, and compares what is there then with what was in the backup.
    ///
    /// - Returns: The files that rows name.
    private func restore(
        _ contents: BackupReader.Contents, into folder: String, _ progress: any ProgressReporting
    ) throws -> Set<SharedFile> {
        var shared: Set<SharedFile> = []
        let files = contents.files
        for (count, file) in files.enumerated() {
            progress.update(completed: Int64(count), total: Int64(files.count))
            let restored = try reader.put(file, of: contents, into: folder)
            guard try reader.pieces.content(of: folder + "/" + restored.path)?.digest == restored.digest else {
                throw BackupError.proofFailed(restored.path)
            }
            if let file = restored.shared { shared.insert(file) }
        }
        let (key, own) = (folder + "/" + DataFolder.keyName, data.folder + "/" + DataFolder.keyName)
        guard try reader.pieces.content(of: key) == reader.pieces.content(of: own) else {
            throw BackupError.otherServer(reader.name)
        }
        return shared
    }
}
