import CoreModels
import CryptographyAPI
import FoundationEssentials

/// AES-256-GCM with a new random nonce for each box.
struct AESGCMEncryption: AuthenticatedEncryption {
    let cipher: AESGCMCipher
    let nonces: NonceReserve
    let arena: LockedArena

    func seal(
        _ plaintext: Secret, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox {
        try unsafe plaintext.withUnsafeBytes { plaintext throws(CryptographyError) in
            try unsafe seal(plaintext, using: key, authenticating: associatedData)
        }
    }

    func open(
        _ box: SealedBox, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> Secret {
        try unsafe Secret(byteCount: box.plaintextByteCount) { plaintext throws(CryptographyError) in
            try unsafe cipher.open(box, into: plaintext, using: key, authenticating: associatedData)
        }
    }

    func open(
        _ box: SealedBox, into plaintext: UnsafeMutableRawBufferPointer, using key: any SymmetricKey,
        authenticating associatedData: Data
    ) throws(CryptographyError) {
        guard plaintext.count == box.plaintextByteCount else {
            throw .invalidInput(reason: "room for \(plaintext.count) bytes, not for \(box.plaintextByteCount)")
        }
        try unsafe cipher.open(box, into: plaintext, using: key, authenticating: associatedData)
    }

    func wrap(
        _ key: any SymmetricKey, using wrappingKey: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox {
        try unsafe key.withUnsafeBytes { bytes throws(CryptographyError) in
            try unsafe seal(bytes, using: wrappingKey, authenticating: associatedData)
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

    private func seal(
        _ plaintext: UnsafeRawBufferPointer, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox {
        let count = SealedBox.nonceByteCount + plaintext.count + SealedBox.tagByteCount
        return try SealedBox(
            combined: unsafe makeData(count) { box throws(CryptographyError) in
                try unsafe nonces.take(into: box)
                try unsafe cipher.seal(plaintext, into: box, using: key, authenticating: associatedData)
            })
    }
}
