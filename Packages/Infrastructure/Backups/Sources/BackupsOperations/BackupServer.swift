import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import DataFolderAPI
import FoundationEssentials
import Glibc
import Locking
import OperatingAPI
import ServerKeysAPI

/// A server as its backups know it: what only its key can say of them.
struct BackupServer: Sendable {
    private static let proofs = ServerKeyPurpose("backups.proofs.1")
    private static let origins = ServerKeyPurpose("backups.origins.1")

    /// What all its backups call it.
    let id: String
    /// The branch of its data folder; nil if that has made no backup yet.
    let branch: String?
    /// The server's time.
    let now: Date
    /// The SHA-256 of its key file, which a backup that isn't encrypted names.
    private let keyDigest: String?
    private let proofKey: any SymmetricKey
    private let originKey: any SymmetricKey
    private let authentication: any MessageAuthenticating

    /// - Throws: `ServerKeyError` where the server's key can't be read, which is never made; `FileError`.
    init(
        in data: String, keys: any ServerKeyProviding, _ cryptography: Cryptography, at now: Date
    ) async throws {
        let path = data + "/" + DataFolder.keyName
        guard AtomicFile(path: path).exists else {
            throw ServerKeyError.fileSystem(path: path, operation: "open", errorNumber: ENOENT)
        }
        proofKey = try await keys.key(for: Self.proofs)
        originKey = try await keys.key(for: Self.origins)
        authentication = cryptography.authentication
        id = String(
            try authentication.authenticationCode(for: Data("server".utf8), using: originKey).hexadecimal.prefix(16))
        branch = try BackupBranch.current(in: data)
        keyDigest = try FilePieces(hashing: cryptography.hashing).content(of: path)?.digest
        self.now = now
    }

    /// The server whose data are open.
    init(_ data: ServerData) async throws {
        try await self.init(in: data.folder, keys: data.keys, data.cryptography, at: data.now())
    }

    /// The server whose data are open, which is about to make a backup or to take some over.
    init(beginningIn data: ServerData) async throws {
        _ = try await onDisk { try BackupBranch.begin(in: data.folder) }
        try await self.init(data)
    }

    /// The server that a command works for; also where its database is damaged or its disk full, for then backups count
    /// most.
    ///
    /// - Parameter machine: The machine's time, which stands in for the server's where only the database knows that.
    /// - Throws: Why there is none, or no key.
    static func found(
        by access: any ServerDataAccess, at machine: Date
    ) async throws(CommandFailure) -> BackupServer {
        let time = Locked(machine)
        _ = try? await access.withData([]) { data in
            time.withLock { $0 = data.now() }
            return CommandOutput(json: [String: String](), text: [])
        }
        let (folder, keys) = try access.serverKeys(), cryptography = try access.cryptography()
        return try await BackupFailures.told {
            try await BackupServer(in: folder, keys: keys, cryptography, at: time.current)
        }
    }

    private func code(of lines: [String], using key: any SymmetricKey) throws -> String {
        let text = Data(lines.joined(separator: "\n").utf8)
        return try authentication.authenticationCode(for: text, using: key).hexadecimal
    }

    private func isCode(_ code: String, of lines: [String], using key: any SymmetricKey) -> Bool {
        guard let right = try? self.code(of: lines, using: key) else { return false }
        return Secret(right).isEqual(to: Secret(code))
    }

    // MARK: Origins

    /// Says of a backup that this branch made it, or took it over.
    ///
    /// - Parameter list: The SHA-256 of the backup's list, from which all of it follows.
    func makeOrigin(of list: String) throws -> BackupOrigin {
        let branch = branch ?? ""
        return BackupOrigin(server: id, branch: branch, code: try code(of: [id, branch, list], using: originKey))
    }

    /// Whether this server's key says so, on whichever branch.
    func believes(_ origin: BackupOrigin, of list: String) -> Bool {
        origin.server == id && isCode(origin.code, of: [id, origin.branch, list], using: originKey)
    }

    /// Whether a backup has this server's key, which it shows where it isn't encrypted.
    func isKey(of manifest: BackupManifest) -> Bool {
        keyDigest != nil && manifest.own[DataFolder.keyName] == keyDigest
    }

    // MARK: Proofs

    func makeProof(of list: String, at date: Date, by program: String) throws -> BackupProof {
        var proof = BackupProof(provedAt: date, program: program, list: list)
        proof.code = try code(of: proof.authenticated, using: proofKey)
        return proof
    }

    /// Whether this server made it.
    func believes(_ proof: BackupProof) -> Bool { isCode(proof.code, of: proof.authenticated, using: proofKey) }
}

/// Whose the data folder is: root looks after others' servers.
enum DataOwner {
    /// Makes a file that root has made the data folder's owner's, who is to read it.
    static func giveBack(_ path: String, in data: String) throws(FileError) {
        guard geteuid() == 0 else { return }
        var status = stat()
        guard unsafe stat(data, &status) == 0, unsafe chown(path, status.st_uid, status.st_gid) == 0 else {
            throw FileError(call: "chown", path: path, code: errno)
        }
    }
}
