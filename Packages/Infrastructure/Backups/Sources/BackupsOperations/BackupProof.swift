import AtomicFiles
import CoreModels
import FoundationEssentials

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
    var authenticated: [String] { ["\(Int(provedAt.timeIntervalSince1970))", list, program] }
}

extension BackupPlace {
    private static let largestProof = 1 << 12

    /// What is said of a backup's proof, if it is of this one; whether it is believed, ``BackupServer`` knows.
    ///
    /// - Parameter list: The SHA-256 of the backup's list.
    func proof(of name: String, list: String, _ pieces: FilePieces) -> BackupProof? {
        guard
            let text = try? pieces.text(of: path(of: name) + "/" + BackupProof.name, limit: Self.largestProof),
            let proof = try? WireCoding.decoder().decode(BackupProof.self, from: text), list == proof.list
        else { return nil }
        return proof
    }

    func note(_ proof: BackupProof, of name: String) throws {
        try AtomicFile(path: path(of: name) + "/" + BackupProof.name).replace(
            with: WireCoding.encoder().encode(proof), durability: .power)
    }
}
