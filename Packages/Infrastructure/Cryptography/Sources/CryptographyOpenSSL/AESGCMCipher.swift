import COpenSSL
import CryptographyAPI
import FoundationEssentials
import Glibc

/// AES-256-GCM of the library, with the nonce given.
///
/// A nonce used twice under one key gives the plain texts away, so this is only
/// for ``AESGCMEncryption`` and for the published test vectors.
struct AESGCMCipher {
    let library: OpenSSLLibrary

    /// Seals into the bytes of a box, which begin with the nonce already.
    func seal(
        _ plaintext: UnsafeRawBufferPointer, into box: UnsafeMutableRawBufferPointer, using key: any SymmetricKey,
        authenticating associatedData: Data
    ) throws(CryptographyError) {
        let nonce = unsafe UnsafeRawBufferPointer(rebasing: box[..<SealedBox.nonceByteCount])
        try unsafe withContext(.sealing, nonce, key, associatedData) { context throws(CryptographyError) in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: box[SealedBox.nonceByteCount...])
            try unsafe update(context, plaintext, rest)
            let tag = unsafe rest.octets.map { unsafe $0 + plaintext.count }
            var written: Int32 = 0
            try unsafe LibraryFailure.check("EVP_CipherFinal_ex", EVP_CipherFinal_ex(context, tag, &written))
            try unsafe LibraryFailure.check(
                "EVP_CIPHER_CTX_get_params", copenssl_get_tag(context, tag, SealedBox.tagByteCount))
        }
    }

    /// Writes the plain text to `plaintext`, which has as many bytes as the
    /// cipher text; it holds zeros if an error is thrown.
    func open(
        _ box: SealedBox, into plaintext: UnsafeMutableRawBufferPointer, using key: any SymmetricKey,
        authenticating associatedData: Data
    ) throws(CryptographyError) {
        do {
            try unsafe box.combined.withBytes { combined throws(CryptographyError) in
                let end = combined.count - SealedBox.tagByteCount
                let nonce = unsafe UnsafeRawBufferPointer(rebasing: combined[..<SealedBox.nonceByteCount])
                let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: combined[SealedBox.nonceByteCount..<end])
                try unsafe withContext(.opening, nonce, key, associatedData) { context throws(CryptographyError) in
                    try unsafe update(context, ciphertext, plaintext)
                    try unsafe check(UnsafeRawBufferPointer(rebasing: combined[end...]), context)
                }
            }
        } catch {
            if let base = plaintext.baseAddress { unsafe explicit_bzero(base, plaintext.count) }
            throw error
        }
    }

    private enum Direction: Int32 {
        case opening = 0
        case sealing = 1
    }

    private func withContext(
        _ direction: Direction, _ nonce: UnsafeRawBufferPointer, _ key: any SymmetricKey, _ associatedData: Data,
        _ body: (OpaquePointer) throws(CryptographyError) -> Void
    ) throws(CryptographyError) {
        let locked = key as? LockedKey
        let context = if let locked { try locked.context.take(library, key) } else { try LentContext(library, key) }
        do {
            try unsafe LibraryFailure.check(
                "EVP_CipherInit_ex2",
                EVP_CipherInit_ex2(context.pointer, nil, nil, nonce.octets, direction.rawValue, nil))
            try unsafe associatedData.withBytes { associatedData throws(CryptographyError) in
                try unsafe update(context.pointer, associatedData, nil)
            }
            try unsafe body(context.pointer)
        } catch {
            if let locked { locked.context.giveBack(context, isSound: false) } else { context.free() }
            throw error
        }
        if let locked { locked.context.giveBack(context) } else { context.free() }
    }

    private func update(
        _ context: OpaquePointer, _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer?
    ) throws(CryptographyError) {
        guard unsafe !input.isEmpty else { return }
        var written: Int32 = 0
        try unsafe LibraryFailure.check(
            "EVP_CipherUpdate",
            EVP_CipherUpdate(context, output?.octets, &written, input.octets, cLength(input.count)))
    }

    private func check(_ tag: UnsafeRawBufferPointer, _ context: OpaquePointer) throws(CryptographyError) {
        try unsafe LibraryFailure.check(
            "EVP_CIPHER_CTX_set_params", copenssl_set_tag(context, tag.baseAddress, tag.count))
        var nothing: UInt8 = 0
        var written: Int32 = 0
        guard unsafe EVP_CipherFinal_ex(context, &nothing, &written) == 1 else {
            ERR_clear_error()
            throw .authenticationFailed
        }
    }
}
