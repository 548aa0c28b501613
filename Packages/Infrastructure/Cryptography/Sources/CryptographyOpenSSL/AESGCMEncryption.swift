import CoreModels
import CryptographyAPI
import FoundationEssentials

/// AES-256-GCM with a new random nonce for each box.
struct AESGCMEncryption: AuthenticatedEncryption {
    let cipher: AESGCMCipher
    let random: any RandomSource
    let arena: LockedArena

    func seal(
        _ plaintext: Secret, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox {
        let nonce = try random.bytes(SealedBox.nonceByteCount)
        return try unsafe plaintext.withUnsafeBytes { plaintext throws(CryptographyError) in
            try unsafe cipher.seal(plaintext, nonce: nonce, using: key, authenticating: associatedData)
        }
    }

    func open(
        _ box: SealedBox, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> Secret {
        try unsafe withWipedBytes(box.plaintextByteCount) { plaintext throws(CryptographyError) in
            try unsafe cipher.open(box, into: plaintext, using: key, authenticating: associatedData)
            return unsafe Secret(plaintext)
        }
    }

    func wrap(
        _ key: any SymmetricKey, using wrappingKey: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox {
        let nonce = try random.bytes(SealedBox.nonceByteCount)
        return try unsafe key.withUnsafeBytes { bytes throws(CryptographyError) in
            try unsafe cipher.seal(bytes, nonce: nonce, using: wrappingKey, authenticating: associatedData)
        }
    }

    func unwrap(
        _ box: SealedBox, using wrappingKey: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> any SymmetricKey {
        // No key is empty, so a box of nothing can't be one that was wrapped.
        guard box.plaintextByteCount > 0 else { throw .authenticationFailed }
        return try unsafe LockedKey(byteCount: box.plaintextByteCount, in: arena) { buffer throws(CryptographyError) in
            try unsafe cipher.open(box, into: buffer, using: wrappingKey, authenticating: associatedData)
        }
    }
}

extension SealedBox {
    /// As many bytes as the cipher text has.
    fileprivate var plaintextByteCount: Int { combined.count - Self.nonceByteCount - Self.tagByteCount }
}
