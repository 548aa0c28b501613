import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Locking
import OperatingAPI
import ServerKeysAPI

/// That a backup was restored beside its server, compared and signed in to: the file `proof.json`, which isn't part of
/// it.
///
/// It counts for the backup whose list it names, wherever the file lies, and only if the server's key made it.
struct BackupProof: Codable, Hashable, Sendable {
    static let name = "proof.json"

    let provedAt: Date
    /// By which program, and its version.
    let program: String
    /// The SHA-256 of the backup's list, from which all of it follows.
    let list: String
    /// What only the server can compute of the others.
    var code = ""

    enum CodingKeys: String, CodingKey {
        case program, list, code
        case provedAt = "proved_at"
    }

    /// What the code authenticates.
    fileprivate var authenticated: Data {
        Data("\(Int(provedAt.timeIntervalSince1970))\n\(list)\n\(program)".utf8)
    }
}

/// Makes proofs and believes them, with the key of the server.
struct BackupProofs: Sendable {
    private static let purpose = ServerKeyPurpose("backups.proofs.1")

    private let key: any SymmetricKey
    private let authentication: any MessageAuthenticating

    /// - Throws: `ServerKeyError` where the server's key can't be read.
    init(_ data: ServerData) async throws {
        key = try await data.keys.key(for: Self.purpose)
        authentication = data.cryptography.authentication
    }

    /// Those of the server whose data a command gets; nil where there are none.
    static func reachable(by access: any ServerDataAccess) async -> BackupProofs? {
        let found = Locked<BackupProofs?>(nil)
        _ = try? await access.withData([]) { data in
            let proofs = try await BackupProofs(data)
            found.withLock { $0 = proofs }
            return CommandOutput(json: [String: String](), text: [])
        }
        return found.current
    }

    func make(of list: String, at date: Date, by program: String) throws -> BackupProof {
        var proof = BackupProof(provedAt: date, program: program, list: list)
        proof.code = try authentication.authenticationCode(for: proof.authenticated, using: key).hexadecimal
        return proof
    }

    /// Whether this server made it.
    func believes(_ proof: BackupProof) -> Bool {
        let code = try? authentication.authenticationCode(for: proof.authenticated, using: key).hexadecimal
        return code.map { Secret($0).isEqual(to: Secret(proof.code)) } ?? false
    }
}

extension BackupPlace {
    private static let largestProof = 1 << 12

    /// What is said of a backup's proof, if it is of this one; whether it is believed, ``BackupProofs`` knows.
    func proof(of name: String, _ pieces: FilePieces) -> BackupProof? {
        guard
            let text = try? AtomicFile(path: path(of: name) + "/" + BackupProof.name).contents(
                limit: Self.largestProof),
            let proof = try? WireCoding.decoder().decode(BackupProof.self, from: text),
            let list = try? pieces.content(of: path(of: name) + "/" + BackupManifest.name)?.digest,
            list == proof.list
        else { return nil }
        return proof
    }

    func note(_ proof: BackupProof, of name: String) throws {
        try AtomicFile(path: path(of: name) + "/" + BackupProof.name).replace(
            with: WireCoding.encoder().encode(proof), durability: .power)
    }
}
