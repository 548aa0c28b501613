import CoreModels
import CryptographyAPI
import FoundationEssentials
import SecureStorageAPI

/// Seals secrets of level ``ProtectionLevel/confirmed`` once more, under a key
/// that comes from the person's gesture.
///
/// The sealed bytes are then the payload of a record like any other, so the
/// vault's key can be replaced without asking anybody.
struct PresenceSealer: Sendable {
    typealias Key = any SymmetricKey

    let presence: (any PresenceConfirming)?
    let cryptography: Cryptography
    /// A gesture may be a pass phrase, which somebody could try to guess.
    let cost: ScryptCost

    /// Asks for the gesture and makes the key.
    func key(for name: SecretName, _ vault: VaultID) async throws(SecretStoreError) -> Key {
        guard let presence else { throw .confirmationRequired }
        let confirmation = try await presence.confirmation(for: name)
        guard !confirmation.isEmpty else { throw .confirmationRefused }
        do {
            return try await cryptography.derivation.deriveKey(
                fromPassphrase: confirmation, salt: context(name, vault), cost: cost, byteCount: 32)
        } catch {
            throw SecretStoreError(error)
        }
    }

    func seal(
        _ secret: Secret, of name: SecretName, _ vault: VaultID, _ key: Key
    ) throws(SecretStoreError) -> Secret {
        try cryptographically { () throws(CryptographyError) in
            Secret(try cryptography.encryption.seal(secret, using: key, authenticating: context(name, vault)).combined)
        }
    }

    /// - Throws: ``SecretStoreError/confirmationRefused`` if the gesture gave
    ///   another key than when the secret was saved.
    func open(
        _ payload: Secret, of name: SecretName, _ vault: VaultID, _ key: Key
    ) throws(SecretStoreError) -> Secret {
        do {
            let box = try unsafe SealedBox(combined: payload.withUnsafeBytes { unsafe Data($0) })
            return try cryptography.encryption.open(box, using: key, authenticating: context(name, vault))
        } catch {
            throw error == .authenticationFailed ? .confirmationRefused : SecretStoreError(error)
        }
    }

    private func context(_ name: SecretName, _ vault: VaultID) -> Data {
        vault.bytes + name.canonicalBytes
    }
}
