import CoreModels
import FoundationEssentials
import Locking
import SecureStorageAPI
import SecureStorageLinux

/// The disk as a vault sees it: nothing is believed that belongs to somebody
/// else, and permissions that are too wide are narrowed and reported.
final class VaultStorage: Sendable {
    let paths: VaultPaths
    private let fileSystem: any VaultFileSystem
    private let reporter: any SecretStoreReporting
    private let found = Locked<[VaultRepair]>([])

    init(paths: VaultPaths, fileSystem: any VaultFileSystem, reporter: any SecretStoreReporting) {
        self.paths = paths
        self.fileSystem = fileSystem
        self.reporter = reporter
    }

    /// What has been repaired.
    var repairs: [VaultRepair] { found.current }

    func facts(of path: String) throws(SecretStoreError) -> FileFacts? {
        try onDisk { () throws(FileSystemError) in try fileSystem.facts(of: path) }
    }

    func read(_ path: String, limit: Int) throws(SecretStoreError) -> (bytes: Data, facts: FileFacts)? {
        let file = try onDisk { () throws(FileSystemError) in try fileSystem.read(path, limit: limit) }
        if let file { try accept(path, file.facts, mode: 0o600) }
        return file
    }

    func readSecret(_ path: String, limit: Int) throws(SecretStoreError) -> Secret? {
        let file = try onDisk { () throws(FileSystemError) in try fileSystem.readSecret(path, limit: limit) }
        if let file { try accept(path, file.facts, mode: 0o600) }
        return file?.secret
    }

    /// Whether the vault's folder is there; refuses one that isn't safe.
    func checkFolder() throws(SecretStoreError) -> Bool { try checkFolder(paths.folder) }

    /// Whether a folder is there; refuses one that isn't safe.
    @discardableResult
    func checkFolder(_ path: String) throws(SecretStoreError) -> Bool {
        guard let facts = try facts(of: path) else { return false }
        guard facts.kind == .folder else { throw .unsafeFile(path: path, because: .notAFolder) }
        try accept(path, facts, mode: 0o700)
        return true
    }

    /// Makes the vault's folder unless it is there.
    func makeVaultFolder() throws(SecretStoreError) {
        guard try !checkFolder() else { return }
        try makeFolder(paths.folder)
        // The folder above may be one that may be used but not read.
        try? synchronizeFolder(paths.parent)
        _ = try checkFolder()
    }

    func create(_ path: String, contents: Data) throws(SecretStoreError) {
        try onDisk { () throws(FileSystemError) in try fileSystem.create(path, contents: contents) }
    }

    func create(_ path: String, contents: Secret) throws(SecretStoreError) {
        try onDisk { () throws(FileSystemError) in try fileSystem.create(path, contents: contents) }
    }

    func open(_ path: String) throws(SecretStoreError) -> (any FileInPlace)? {
        let file = try onDisk { () throws(FileSystemError) in try fileSystem.open(path) }
        if let file { try accept(path, file.facts, mode: 0o600) }
        return file
    }

    func rename(_ path: String, to destination: String) throws(SecretStoreError) {
        try onDisk { () throws(FileSystemError) in try fileSystem.rename(path, to: destination) }
    }

    func removeFile(_ path: String) throws(SecretStoreError) {
        try onDisk { () throws(FileSystemError) in try fileSystem.removeFile(path) }
    }

    func makeFolder(_ path: String) throws(SecretStoreError) {
        try onDisk { () throws(FileSystemError) in try fileSystem.makeFolder(path) }
    }

    func names(in folder: String) throws(SecretStoreError) -> [String] {
        try onDisk { () throws(FileSystemError) in try fileSystem.names(in: folder) }
    }

    func synchronizeFolder(_ path: String) throws(SecretStoreError) {
        try onDisk { () throws(FileSystemError) in try fileSystem.synchronizeFolder(path) }
    }

    /// Removes a folder and the files in it, if it is there.
    func removeFolder(_ path: String) throws(SecretStoreError) {
        for name in try names(in: path) { try removeFile(path + "/" + name) }
        try onDisk { () throws(FileSystemError) in try fileSystem.removeFolder(path) }
    }

    /// Takes a lock, or returns nil while somebody else has it.
    func lock(slot: Int64) throws(SecretStoreError) -> (any FileLock)? {
        try onDisk { () throws(FileSystemError) in try fileSystem.lock(paths.lock, slot: slot) }
    }

    /// Every folder of records, with its generation.
    func generations() throws(SecretStoreError) -> [Int] {
        try names(in: paths.folder).compactMap { name in
            guard name.hasPrefix(VaultPaths.recordsPrefix) else { return nil }
            return Int(name.dropFirst(VaultPaths.recordsPrefix.count))
        }
    }

    private func accept(_ path: String, _ facts: FileFacts, mode: UInt32) throws(SecretStoreError) {
        guard facts.owner == fileSystem.userID else {
            throw .unsafeFile(path: path, because: .foreign)
        }
        guard facts.mode & 0o077 != 0 else { return }
        // On a file system that can only be read it can't be repaired, and
        // refusing to read would help nobody.
        do {
            try fileSystem.setMode(mode, of: path)
        } catch {
            guard SecretStoreError(error) == .readOnly(path: path) else { throw SecretStoreError(error) }
        }
        let repair = VaultRepair(path: path, foundMode: facts.mode)
        let isNew = found.withLock { found in
            guard !found.contains(repair) else { return false }
            found.append(repair)
            return true
        }
        if isNew { reporter.report(repair) }
    }
}
