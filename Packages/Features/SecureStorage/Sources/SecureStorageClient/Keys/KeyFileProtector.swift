import CoreModels
import CryptographyAPI
import SecureStorageAPI

/// Keeps the key in a file that only its owner may read.
struct KeyFileProtector: KeyProtecting {
    let storage: VaultStorage
    let keys: any SymmetricKeyMaking

    func prepareKey(for vault: VaultID, generation: Int) async throws(SecretStoreError) -> ProtectedKey {
        let key = try cryptographically { () throws(CryptographyError) in try keys.makeRandomKey() }
        return ProtectedKey(key: key, protection: .keyFile, stretching: nil) { () throws(SecretStoreError) in
            let path = storage.paths.key(vault, generation)
            try storage.makeFolder(storage.paths.folder)
            try storage.removeFile(path)  // Left over from an attempt that was cut short.
            try unsafe storage.create(path, contents: key.withUnsafeBytes { unsafe Secret($0) })
            try storage.synchronizeFolder(storage.paths.folder)
        }
    }

    func key(for vault: VaultID, header: VaultHeader) async throws(SecretStoreError) -> any SymmetricKey {
        let path = storage.paths.key(vault, header.generation)
        guard let secret = try storage.readSecret(path, limit: 1024) else {
            throw .keyMissing(protection: .keyFile, location: path)
        }
        guard secret.count == 32 else { throw .wrongKey }
        return try cryptographically { () throws(CryptographyError) in try keys.makeKey(copying: secret) }
    }

    func forgetKey(of vault: VaultID, generation: Int) throws(SecretStoreError) {
        try storage.removeFile(storage.paths.key(vault, generation))
    }
}
