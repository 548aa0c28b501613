import COpenSSL
import CryptographyAPI
import FoundationEssentials

/// AES-256-GCM of the library, with the nonce given.
///
/// A nonce used twice under one key gives the plain texts away, so this is only
/// for ``AESGCMEncryption`` and for the published test vectors.
struct AESGCMCipher {
    static let keyByteCount = 32

    let library: OpenSSLLibrary

    func seal(
        _ plaintext: UnsafeRawBufferPointer, nonce: Data, using key: any SymmetricKey,
        authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox {
        let start = SealedBox.nonceByteCount
        let end = start + plaintext.count
        let combined = try unsafe makeData(end + SealedBox.tagByteCount) { output throws(CryptographyError) in
            unsafe nonce.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: output[..<start]))
            try unsafe withContext(.sealing, nonce, key, associatedData) { context throws(CryptographyError) in
                try unsafe update(context, plaintext, UnsafeMutableRawBufferPointer(rebasing: output[start..<end]))
                var written: Int32 = 0
                try unsafe LibraryFailure.check(
                    "EVP_EncryptFinal_ex", EVP_CipherFinal_ex(context, output.octets.map { unsafe $0 + end }, &written))
                try unsafe LibraryFailure.check(
                    "EVP_CTRL_AEAD_GET_TAG",
                    EVP_CIPHER_CTX_ctrl(
                        context, EVP_CTRL_AEAD_GET_TAG, Int32(SealedBox.tagByteCount),
                        output.baseAddress.map { unsafe $0 + end }))
            }
        }
        return try SealedBox(combined: combined)
    }

    /// Writes the plain text to `plaintext`, which has as many bytes as the
    /// cipher text; it holds zeros if an error is thrown.
    func open(
        _ box: SealedBox, into plaintext: UnsafeMutableRawBufferPointer, using key: any SymmetricKey,
        authenticating associatedData: Data
    ) throws(CryptographyError) {
        do {
            try unsafe withContext(.opening, box.nonce, key, associatedData) { context throws(CryptographyError) in
                try unsafe box.combined.withBytes { combined throws(CryptographyError) in
                    let ciphertext = unsafe combined[
                        SealedBox.nonceByteCount..<combined.count - SealedBox.tagByteCount]
                    try unsafe update(context, UnsafeRawBufferPointer(rebasing: ciphertext), plaintext)
                }
                try unsafe check(box.tag, context)
            }
        } catch {
            for index in plaintext.indices { unsafe plaintext[index] = 0 }
            throw error
        }
    }

    private enum Direction: Int32 {
        case opening = 0
        case sealing = 1
    }

    private func withContext(
        _ direction: Direction, _ nonce: Data, _ key: any SymmetricKey, _ associatedData: Data,
        _ body: (OpaquePointer) throws(CryptographyError) -> Void
    ) throws(CryptographyError) {
        guard key.byteCount == Self.keyByteCount else {
            throw .invalidKey(reason: "AES-256 needs a key of 32 bytes, not \(key.byteCount)")
        }
        let context = try unsafe Owned("EVP_CIPHER_CTX_new", EVP_CIPHER_CTX_new(), free: EVP_CIPHER_CTX_free)
        try unsafe context.withPointer { context throws(CryptographyError) in
            try unsafe nonce.withBytes { nonce throws(CryptographyError) in
                let result = unsafe key.withUnsafeBytes { key in
                    unsafe EVP_CipherInit_ex2(
                        context, library.aes256GCM, key.octets, nonce.octets, direction.rawValue, nil)
                }
                try LibraryFailure.check("EVP_CipherInit_ex2", result)
            }
            try unsafe associatedData.withBytes { associatedData throws(CryptographyError) in
                guard unsafe !associatedData.isEmpty else { return }
                var written: Int32 = 0
                try unsafe LibraryFailure.check(
                    "EVP_CipherUpdate",
                    EVP_CipherUpdate(context, nil, &written, associatedData.octets, cLength(associatedData.count)))
            }
            try unsafe body(context)
        }
    }

    private func update(
        _ context: OpaquePointer, _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(CryptographyError) {
        guard unsafe !input.isEmpty else { return }
        var written: Int32 = 0
        try unsafe LibraryFailure.check(
            "EVP_CipherUpdate",
            EVP_CipherUpdate(context, output.octets, &written, input.octets, cLength(input.count)))
    }

    private func check(_ tag: Data, _ context: OpaquePointer) throws(CryptographyError) {
        var tag = [UInt8](tag)
        try unsafe LibraryFailure.check(
            "EVP_CTRL_AEAD_SET_TAG",
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag))
        var nothing: [UInt8] = [0]
        var written: Int32 = 0
        guard unsafe EVP_CipherFinal_ex(context, &nothing, &written) == 1 else {
            ERR_clear_error()
            throw .authenticationFailed
        }
    }
}
