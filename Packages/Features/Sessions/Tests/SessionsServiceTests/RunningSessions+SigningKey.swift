import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI
import ServerKeysAPI
import SessionsServiceTesting
import Testing

extension RunningSessions {
    /// The server's own signing key, opened as the server does.
    func signingKey(
        unsealedWith keys: any ServerKeyProviding, cryptography: Cryptography
    ) async throws -> any SigningKey {
        let row = try await database.read { db in
            try db.first("SELECT id, sealed_private_key FROM signing_keys") { row in
                (id: try row[0, as: String.self], box: try row[1, as: Data.self])
            }
        }
        let (id, box) = try #require(row)
        let key = try await keys.key(for: ServerKeyPurpose("sessions.signing-keys.1"))
        let encoded = try cryptography.encryption.open(
            SealedBox(combined: box), using: key, authenticating: Data(id.utf8))
        return try cryptography.signatures.importPrivateKey(encoded)
    }
}
