import CoreModels
import CryptographyAPI
import FoundationEssentials
import SecureStorageAPI

/// The two keys of a vault, in locked memory.
struct VaultKeys: Sendable {
    /// From which the key of each record is derived.
    let recordKey: any SymmetricKey
    /// With which names are hashed.
    let nameKey: any SymmetricKey

    init(recordKey: any SymmetricKey, nameKey: any SymmetricKey) {
        (self.recordKey, self.nameKey) = (recordKey, nameKey)
    }

    /// Makes new keys.
    init(new cryptography: Cryptography) throws(SecretStoreError) {
        (recordKey, nameKey) = try cryptographically { () throws(CryptographyError) in
            (try cryptography.keys.makeRandomKey(), try cryptography.keys.makeRandomKey())
        }
    }

    /// Replaces the key of the records and keeps that of the names, so that
    /// each record keeps its place.
    init(rotating keys: VaultKeys, _ cryptography: Cryptography) throws(SecretStoreError) {
        recordKey = try cryptographically { () throws(CryptographyError) in try cryptography.keys.makeRandomKey() }
        nameKey = keys.nameKey
    }

    /// Opens the keys in a header.
    ///
    /// - Throws: ``SecretStoreError/wrongKey`` if `key` doesn't open them.
    init(
        opening header: VaultHeader, with key: any SymmetricKey, _ cryptography: Cryptography
    ) throws(SecretStoreError) {
        let associatedData = header.associatedData
        (recordKey, nameKey) = try cryptographically { () throws(CryptographyError) in
            (
                try cryptography.encryption.unwrap(
                    SealedBox(combined: header.recordKey), using: key, authenticating: associatedData + Data("/r".utf8)),
                try cryptography.encryption.unwrap(
                    SealedBox(combined: header.nameKey), using: key, authenticating: associatedData + Data("/n".utf8))
            )
        }
    }

    /// The header that holds these keys, sealed.
    func header(
        vault: VaultID, generation: Int, protectedBy protected: ProtectedKey, _ cryptography: Cryptography
    ) throws(SecretStoreError) -> VaultHeader {
        func header(_ recordKey: Data, _ nameKey: Data) -> VaultHeader {
            VaultHeader(
                format: VaultHeader.currentFormat, vault: vault.bytes, generation: generation,
                protection: protected.protection, stretching: protected.stretching, recordKey: recordKey,
                nameKey: nameKey)
        }
        let associatedData = header(Data(), Data()).associatedData
        return try cryptographically { () throws(CryptographyError) in
            header(
                try cryptography.encryption.wrap(
                    recordKey, using: protected.key, authenticating: associatedData + Data("/r".utf8)
                ).combined,
                try cryptography.encryption.wrap(
                    nameKey, using: protected.key, authenticating: associatedData + Data("/n".utf8)
                ).combined)
        }
    }

    /// Whether both are the same, in a time that doesn't tell where they differ.
    func isEqual(to other: VaultKeys) -> Bool {
        let isSameRecordKey = Self.bytes(recordKey).isEqual(to: Self.bytes(other.recordKey))
        let isSameNameKey = Self.bytes(nameKey).isEqual(to: Self.bytes(other.nameKey))
        return isSameRecordKey && isSameNameKey
    }

    private static func bytes(_ key: any SymmetricKey) -> Secret {
        unsafe key.withUnsafeBytes { unsafe Secret($0) }
    }
}
