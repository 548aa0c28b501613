import CoreModels
import CryptographyAPI
import Localization
import PasswordQuality
import SecureStorageAPI

/// Makes the key from a pass phrase each time, with scrypt.
struct PassphraseProtector: KeyProtecting {
    let cryptography: Cryptography
    let passphrases: (any PassphraseProviding)?
    let cost: ScryptCost

    func prepareKey(for vault: VaultID, generation: Int) async throws(SecretStoreError) -> ProtectedKey {
        let passphrase = try await passphrase(.protect)
        if let reason = weakness(of: passphrase) { throw .weakPassphrase(reason: reason) }
        let salt = try cryptographically { () throws(CryptographyError) in try cryptography.random.bytes(16) }
        let stretching = VaultHeader.Stretching(
            salt: salt, logN: cost.logN, blockSize: cost.blockSize, parallelization: cost.parallelization)
        let key = try await derive(passphrase.composed, stretching)
        return ProtectedKey(
            key: key, protection: .passphrase, stretching: stretching, store: { () throws(SecretStoreError) in })
    }

    func key(for vault: VaultID, header: VaultHeader) async throws(SecretStoreError) -> any SymmetricKey {
        guard let stretching = header.stretching else {
            throw .damagedHeader(path: "header", because: .unstretched)
        }
        var purpose = PassphrasePurpose.open
        while true {
            let passphrase = try await passphrase(purpose), composed = passphrase.composed
            // Older programs took the accents as they were typed.
            for text in passphrase.isEqual(to: composed) ? [passphrase] : [passphrase, composed] {
                let key = try await derive(text, stretching)
                if (try? VaultKeys(opening: header, with: key, cryptography)) != nil { return key }
            }
            purpose = .openAfterWrongOne
        }
    }

    /// Nothing keeps it.
    func forgetKey(of vault: VaultID, generation: Int) throws(SecretStoreError) {}

    private func passphrase(_ purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        guard let passphrases else { throw .passphraseRequired }
        let passphrase = try await passphrases.passphrase(for: purpose)
        guard !passphrase.isEmpty else { throw .passphraseRequired }
        return passphrase
    }

    /// Why a pass phrase would be found by trying; nil also for bytes that are
    /// no text, which a program made.
    private func weakness(of passphrase: Secret) -> LocalizedText? {
        passphrase.withText { text in
            guard let text else { return nil }
            let problem = PasswordRules().problems(of: text, name: "", email: "").first { problem in
                switch problem {
                case .tooShort, .common, .predictable: true
                case .tooLong, .personal: false
                }
            }
            return problem?.reason
        }
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
}
