import CryptographyAPI
import FoundationEssentials
import SecureStorageAPI

/// Seals each record with AES-256-GCM under a key of its own, which HKDF makes
/// from the vault's key and the record's place.
///
/// On disk a record has four bytes that say what it is, eight with its version,
/// and the sealed box. Vault, place (a keyed hash of the name) and version are
/// associated data, so a record that was moved, renamed, brought from another
/// vault or given another version doesn't open.
struct RecordSealer: RecordSealing {
    private static let magic = Data("EVR1".utf8)
    static let headerByteCount = 12

    let vault: VaultID
    let keys: VaultKeys
    let cryptography: Cryptography
    private let ids = Memo<SecretName, RecordID>()
    /// In locked memory, as those that they come from.
    private let recordKeys = Memo<RecordID, any SymmetricKey>()

    init(vault: VaultID, keys: VaultKeys, cryptography: Cryptography) {
        self.vault = vault
        self.keys = keys
        self.cryptography = cryptography
    }

    func id(of name: SecretName) throws(SecretStoreError) -> RecordID {
        try ids.value(of: name) { () throws(SecretStoreError) in
            try cryptographically { () throws(CryptographyError) in
                RecordID(
                    try cryptography.authentication.authenticationCode(for: name.canonicalBytes, using: keys.nameKey))
            }
        }
    }

    func seal(_ record: Record, at id: RecordID) throws(SecretStoreError) -> SealedRecord {
        let associatedData = associatedData(Self.header(version: record.version), id)
        return try cryptographically { () throws(CryptographyError) in
            let key = try key(of: id)
            let box = try cryptography.encryption.seal(
                RecordText.encode(record), using: key, authenticating: associatedData)
            return SealedRecord(
                version: record.version, box: box, key: key, associatedData: associatedData,
                encryption: cryptography.encryption)
        }
    }

    func record(from bytes: Data, at id: RecordID) throws(SecretStoreError) -> SealedRecord? {
        guard let version = unsafe bytes.withUnsafeBytes(Self.version),
            let box = try? SealedBox(combined: bytes.dropFirst(Self.headerByteCount))
        else { return nil }
        return SealedRecord(
            version: version, box: box,
            key: try cryptographically { () throws(CryptographyError) in try key(of: id) },
            associatedData: associatedData(bytes.prefix(Self.headerByteCount), id),
            encryption: cryptography.encryption)
    }

    /// The version that a record says it has, which isn't to be believed before
    /// it is opened; nil if it isn't a record.
    static func version(of bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard bytes.count > headerByteCount, unsafe magic.withUnsafeBytes({ unsafe bytes.starts(with: $0) }) else {
            return nil
        }
        return unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: magic.count, as: UInt64.self))
    }

    /// What stands before the box of a record.
    static func header(version: UInt64) -> Data {
        var header = magic
        unsafe withUnsafeBytes(of: version.bigEndian) { unsafe header.append(contentsOf: $0) }
        return header
    }

    private func associatedData(_ header: Data, _ id: RecordID) -> Data {
        var data = Data(capacity: Self.headerByteCount + VaultID.byteCount + 2 * RecordID.byteCount)
        data.append(header)
        data.append(vault.bytes)
        data.append(contentsOf: id.text.utf8)
        return data
    }

    private func key(of id: RecordID) throws(CryptographyError) -> any SymmetricKey {
        try recordKeys.value(of: id) { () throws(CryptographyError) in
            try cryptography.derivation.deriveKey(
                from: keys.recordKey, salt: vault.bytes, info: Data("essential vault record/\(id.text)".utf8),
                byteCount: 32)
        }
    }
}

extension SecretName {
    /// The bytes that no other name has.
    var canonicalBytes: Data {
        let count = UInt32(kind.id.utf8.count)
        var bytes = Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) })
        bytes.append(contentsOf: kind.id.utf8)
        bytes.append(contentsOf: label.utf8)
        return bytes
    }
}
