import CoreModels
import CryptographyAPI
import SecureStorageAPI
import SecureStorageLinux

/// Makes the key from a pass phrase each time, with scrypt.
///
/// So that not every command asks for it, the kernel can keep the key, never
/// the pass phrase, for a while.
struct PassphraseProtector: KeyProtecting {
    let cryptography: Cryptography
    let passphrases: (any PassphraseProviding)?
    let keyring: any KeyStoring
    /// How long the kernel keeps the key after it was used; nil for not at all.
    let rememberedFor: Duration?
    let cost: ScryptCost

    func prepareKey(for vault: VaultID, generation: Int) async throws(SecretStoreError) -> ProtectedKey {
        let passphrase = try await passphrase(.protect)
        let salt = try cryptographically { () throws(CryptographyError) in try cryptography.random.bytes(16) }
        let stretching = VaultHeader.Stretching(
            salt: salt, logN: cost.logN, blockSize: cost.blockSize, parallelization: cost.parallelization)
        let key = try await derive(passphrase, stretching)
        return ProtectedKey(
            key: key, protection: .passphrase, stretching: stretching,
            store: { () throws(SecretStoreError) in remember(key, vault, generation) })
    }

    func key(for vault: VaultID, header: VaultHeader) async throws(SecretStoreError) -> any SymmetricKey {
        guard let stretching = header.stretching else {
            throw .damagedHeader(path: "header", reason: "it doesn't say how the pass phrase is stretched")
        }
        if rememberedFor != nil, let remembered = try? keyring.key(Self.description(vault, header.generation)),
            let key = try? cryptography.keys.makeKey(copying: remembered)
        {
            remember(key, vault, header.generation)
            return key
        }
        let key = try await derive(passphrase(.open), stretching)
        // A wrong one must not be remembered.
        guard (try? VaultKeys(opening: header, with: key, cryptography)) != nil else { throw .wrongKey }
        remember(key, vault, header.generation)
        return key
    }

    func forgetKey(of vault: VaultID, generation: Int) throws(SecretStoreError) {
        try? keyring.remove(Self.description(vault, generation))
    }

    private func passphrase(_ purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        guard let passphrases else { throw .passphraseRequired }
        let passphrase = try await passphrases.passphrase(for: purpose)
        guard !passphrase.isEmpty else { throw .passphraseRequired }
        return passphrase
    }

    private func derive(
        _ passphrase: Secret, _ stretching: VaultHeader.Stretching
    ) async throws(SecretStoreError) -> any SymmetricKey {
        do {
            return try await cryptography.derivation.deriveKey(
                fromPassphrase: passphrase, salt: stretching.salt, cost: stretching.cost, byteCount: 32)
        } catch {
            throw SecretStoreError(error)
        }
    }

    /// Best effort: without the kernel's key store the person is asked again.
    private func remember(_ key: any SymmetricKey, _ vault: VaultID, _ generation: Int) {
        guard let rememberedFor else { return }
        let seconds = UInt32(clamping: max(1, rememberedFor.components.seconds))
        let secret = key.withUnsafeBytes { Secret($0) }
        try? keyring.store(secret, as: Self.description(vault, generation), forgottenAfter: seconds)
    }

    private static func description(_ vault: VaultID, _ generation: Int) -> String {
        "essential:unlocked:\(vault.text):\(generation)"
    }
}
