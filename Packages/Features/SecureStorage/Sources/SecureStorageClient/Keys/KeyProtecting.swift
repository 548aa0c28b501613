import CryptographyAPI
import SecureStorageAPI

/// Keeps, or makes again, the key that seals a vault's own keys.
protocol KeyProtecting: Sendable {
    /// Makes the key of a new generation, and stores nothing yet.
    func prepareKey(for vault: VaultID, generation: Int) async throws(SecretStoreError) -> ProtectedKey

    /// The key of the generation that the header is of.
    func key(for vault: VaultID, header: VaultHeader) async throws(SecretStoreError) -> any SymmetricKey

    /// Forgets the key of a generation that is over, if it was kept.
    func forgetKey(of vault: VaultID, generation: Int) throws(SecretStoreError)
}

/// A key that has yet to be stored.
struct ProtectedKey: Sendable {
    let key: any SymmetricKey
    let protection: VaultProtection
    let stretching: VaultHeader.Stretching?
    /// Stores the key where ``KeyProtecting/key(for:header:)`` finds it.
    let store: @Sendable () throws(SecretStoreError) -> Void
}
