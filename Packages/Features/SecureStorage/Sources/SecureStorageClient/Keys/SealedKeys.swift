import CoreModels
import CryptographyAPI
import FoundationEssentials
import SecureStorageAPI

/// A vault's keys, sealed under what an authenticator computes: a part of the header.
///
/// They are sealed with AES-256-GCM under HKDF-SHA-256 of the 32 bytes that the
/// authenticator gives, with the salt that it is asked for and `essential vault
/// authenticator`. All that the header says besides its list of authenticators is
/// associated data, and all that the entry says: what is sealed opens nowhere else, not
/// after another key, and not once anything was changed.
struct SealedKeys: Codable, Equatable, Sendable {
    /// How many bytes an authenticator gives, and is asked for.
    static let outputByteCount = 32
    /// How many a vault may have: its header stays one that programs read.
    static let limit = 5
    /// What WebAuthn allows (level 3, section 4), and what people call one.
    static let credentialLimit = 1_023, nameLimit = 64

    let id: UUID
    let name: String
    let credential: Data
    let relyingParty: String
    let salt: Data
    let madeAt: Date
    /// The key of the records and that of the names; nil once they are void.
    let recordKey: Data?
    let nameKey: Data?

    /// What a program sealed that bound less of the header has other members: it reads as
    /// void, so that nobody can put one back.
    private enum CodingKeys: String, CodingKey {
        case id, name, credential, relyingParty, salt, madeAt
        case recordKey = "sealedRecordKey"
        case nameKey = "sealedNameKey"
    }

    var isVoid: Bool { recordKey == nil || nameKey == nil }

    /// The same with nothing to open.
    var voided: SealedKeys { with(nil, nil) }

    var authenticator: VaultAuthenticator {
        VaultAuthenticator(
            id: id, name: name, credential: credential, relyingParty: relyingParty, salt: salt, madeAt: madeAt,
            isVoid: isVoid)
    }

    /// One that is set up, and void until it is sealed.
    init(_ authenticator: NewAuthenticator, _ id: UUID, salt: Data, madeAt: Date) {
        self.id = id
        name = authenticator.name
        credential = authenticator.credential
        relyingParty = authenticator.relyingParty
        self.salt = salt
        self.madeAt = madeAt
        (recordKey, nameKey) = (nil, nil)
    }

    private init(_ other: SealedKeys, _ recordKey: Data?, _ nameKey: Data?) {
        (id, name, credential) = (other.id, other.name, other.credential)
        (relyingParty, salt, madeAt) = (other.relyingParty, other.salt, other.madeAt)
        (self.recordKey, self.nameKey) = (recordKey, nameKey)
    }

    private func with(_ recordKey: Data?, _ nameKey: Data?) -> SealedKeys { SealedKeys(self, recordKey, nameKey) }

    /// The same with keys sealed in it, which were opened again.
    func sealing(
        _ keys: VaultKeys, of header: VaultHeader, under output: Secret, _ cryptography: Cryptography
    ) throws(SecretStoreError) -> SealedKeys {
        let key = try sealingKey(output, cryptography), context = context(header)
        let sealed = try cryptographically { () throws(CryptographyError) in
            with(
                try cryptography.encryption.wrap(
                    keys.recordKey, using: key, authenticating: context + Data("/r".utf8)
                ).combined,
                try cryptography.encryption.wrap(
                    keys.nameKey, using: key, authenticating: context + Data("/n".utf8)
                ).combined)
        }
        guard try sealed.keys(of: header, under: output, cryptography).isEqual(to: keys) else {
            throw .verificationFailed
        }
        return sealed
    }

    /// Opens the keys.
    ///
    /// - Throws: ``SecretStoreError/wrongKey`` if `output` isn't what they were sealed
    ///   under, ``SecretStoreError/authenticatorSilent`` if it is none.
    func keys(
        of header: VaultHeader, under output: Secret, _ cryptography: Cryptography
    ) throws(SecretStoreError) -> VaultKeys {
        guard let recordKey, let nameKey else { throw .authenticatorUnknown }
        let key = try sealingKey(output, cryptography), context = context(header)
        return try cryptographically { () throws(CryptographyError) in
            VaultKeys(
                recordKey: try cryptography.encryption.unwrap(
                    SealedBox(combined: recordKey), using: key, authenticating: context + Data("/r".utf8)),
                nameKey: try cryptography.encryption.unwrap(
                    SealedBox(combined: nameKey), using: key, authenticating: context + Data("/n".utf8)))
        }
    }

    private func sealingKey(
        _ output: Secret, _ cryptography: Cryptography
    ) throws(SecretStoreError) -> any SymmetricKey {
        guard output.count == Self.outputByteCount else { throw .authenticatorSilent }
        return try cryptographically { () throws(CryptographyError) in
            try cryptography.derivation.deriveKey(
                from: cryptography.keys.makeKey(copying: output), salt: salt,
                info: Data("essential vault authenticator".utf8), byteCount: 32)
        }
    }

    private func context(_ header: VaultHeader) -> Data {
        let entry = [Data(id.uuidString.utf8), Data(name.utf8), credential, Data(relyingParty.utf8), salt]
            .map(\.hexadecimal).joined(separator: "/")
        // Whole seconds are what was sealed.
        let seconds = Int(exactly: madeAt.timeIntervalSince1970) ?? -1
        return Data("essential vault authenticator/".utf8) + header.boundData + Data("/\(entry)/\(seconds)".utf8)
    }
}
