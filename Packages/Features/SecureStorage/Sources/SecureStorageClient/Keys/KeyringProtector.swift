import CoreModels
import CryptographyAPI
import SecureStorageAPI
import SecureStorageLinux

/// Keeps the key in the kernel, for as long as the machine runs.
struct KeyringProtector: KeyProtecting {
    let keyring: any KeyStoring
    let keys: any SymmetricKeyMaking

    func prepareKey(for vault: VaultID, generation: Int) async throws(SecretStoreError) -> ProtectedKey {
        let key = try cryptographically { () throws(CryptographyError) in try keys.makeRandomKey() }
        let description = Self.description(vault, generation)
        return ProtectedKey(key: key, protection: .kernelKeyring, stretching: nil) { () throws(SecretStoreError) in
            let secret = unsafe key.withUnsafeBytes { unsafe Secret($0) }
            do throws(KeyringError) {
                try keyring.store(secret, as: description)
            } catch {
                throw .keyringUnavailable(reason: error.reason)
            }
        }
    }

    func key(for vault: VaultID, header: VaultHeader) async throws(SecretStoreError) -> any SymmetricKey {
        let description = Self.description(vault, header.generation)
        let secret: Secret?
        do {
            secret = try keyring.key(description)
        } catch {
            throw .keyringUnavailable(reason: error.reason)
        }
        guard let secret else {
            throw .keyMissing(protection: .kernelKeyring, location: "the kernel's keyring (\(description))")
        }
        return try cryptographically { () throws(CryptographyError) in try keys.makeKey(copying: secret) }
    }

    func forgetKey(of vault: VaultID, generation: Int) throws(SecretStoreError) {
        do {
            try keyring.remove(Self.description(vault, generation))
        } catch {
            throw .keyringUnavailable(reason: error.reason)
        }
    }

    private static func description(_ vault: VaultID, _ generation: Int) -> String {
        "essential:vault:\(vault.text):\(generation)"
    }
}
