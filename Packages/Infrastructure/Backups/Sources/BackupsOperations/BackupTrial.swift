import AtomicFiles
import DataFolderAPI
import FoundationEssentials
import OperatingAPI
import SQLStoreAPI

/// Opens a database and its key as a server would, on copies, so that what is kept stays as it is.
struct BackupTrial: Sendable {
    let access: any ServerDataAccess
    let pieces: FilePieces

    /// Reads which files the rows of a backup name.
    ///
    /// - Parameters:
    ///   - folder: Has the database and the key.
    ///   - scratch: A folder that isn't there; it is made, and removed.
    ///   - name: What errors name.
    /// - Throws: `CommandFailure` where a server would refuse to start with them.
    func files(namedIn folder: String, scratch: String, called name: String) async throws -> Set<SharedFile> {
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try await onDisk { [pieces] in
            try AtomicFile.makeFolder(scratch)
            for name in [DataFolder.databaseName, DataFolder.keyName] {
                _ = try pieces.copy(folder + "/" + name, to: scratch + "/" + name)
            }
        }
        return try await open(scratch, called: name) { data in try await data.namedFiles() }
    }

    /// Opens the database and the key in a folder, which are copies for this alone.
    ///
    /// - Throws: As ``files(namedIn:scratch:called:)``, and what `body` throws.
    func open<Value: Sendable>(
        _ folder: String, called name: String, _ body: @escaping @Sendable (ServerData) async throws -> Value
    ) async throws -> Value {
        try await access.withCopy(in: folder, of: name, body)
    }
}

extension ServerData {
    /// The files that rows name.
    func namedFiles() async throws -> Set<SharedFile> {
        var named: Set<SharedFile> = []
        for files in files {
            let digests = try await database.read { try files.digests($0) }
            named.formUnion(digests.map { SharedFile(folder: files.folder, digest: $0) })
        }
        return named
    }
}
