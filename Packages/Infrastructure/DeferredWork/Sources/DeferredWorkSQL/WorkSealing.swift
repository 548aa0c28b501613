import CoreModels
import CryptographyAPI
import FoundationEssentials
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Seals what has to be known to do work: addresses that may have no
    /// account, hashes of passwords.
    static let deferredWork = ServerKeyPurpose("deferred-work.details.1")
}

/// Seals details with a key that isn't in the database.
struct WorkSealing: Sendable {
    let encryption: any AuthenticatedEncryption
    let keys: any ServerKeyProviding

    func seal(_ details: Secret, _ id: UUID, _ kind: String) async throws -> Data {
        try encryption.seal(
            details, using: try await keys.key(for: .deferredWork), authenticating: Self.name(id, kind)
        ).combined
    }

    func open(_ row: WorkTable.Row) async throws -> Secret {
        try encryption.open(
            try SealedBox(combined: row.sealedDetails), using: try await keys.key(for: .deferredWork),
            authenticating: Self.name(row.id, row.kind))
    }

    private static func name(_ id: UUID, _ kind: String) -> Data {
        Data("\(id.uuidString.lowercased()) \(kind)".utf8)
    }
}
