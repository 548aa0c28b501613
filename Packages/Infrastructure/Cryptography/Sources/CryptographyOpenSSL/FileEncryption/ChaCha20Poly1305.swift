import COpenSSL
import CryptographyAPI
import FoundationEssentials
import Glibc

/// ChaCha20-Poly1305 of the library (RFC 8439), with the nonce given.
///
/// A nonce used twice under one key gives the plain texts away, so this is only for keys that are used for one file.
struct ChaCha20Poly1305 {
    static let tagByteCount = 16

    let library: OpenSSLLibrary

    /// Returns the cipher text and the tag.
    func seal(
        _ plaintext: UnsafeRawBufferPointer, nonce: [UInt8], using key: any SymmetricKey
    ) throws(CryptographyError) -> Data {
        try unsafe makeData(plaintext.count + Self.tagByteCount) { output throws(CryptographyError) in
            let context = try begin(1, nonce, key)
            try unsafe context.withPointer { context throws(CryptographyError) in
                try unsafe update(context, plaintext, output)
                let tag = unsafe output.octets.map { unsafe $0 + plaintext.count }
                var written: Int32 = 0
                try unsafe LibraryFailure.check("EVP_CipherFinal_ex", EVP_CipherFinal_ex(context, tag, &written))
                try unsafe LibraryFailure.check(
                    "EVP_CIPHER_CTX_get_params", copenssl_get_tag(context, tag, Self.tagByteCount))
            }
        }
    }

    /// Writes the plain text, which is 16 bytes shorter; it is zeros if an error is thrown.
    func open(
        _ box: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer, nonce: [UInt8],
        using key: any SymmetricKey
    ) throws(CryptographyError) {
        guard box.count == plaintext.count + Self.tagByteCount else { throw .authenticationFailed }
        do {
            let context = try begin(0, nonce, key)
            try unsafe context.withPointer { context throws(CryptographyError) in
                try unsafe update(context, UnsafeRawBufferPointer(rebasing: box[..<plaintext.count]), plaintext)
                let tag = unsafe UnsafeRawBufferPointer(rebasing: box[plaintext.count...])
                try unsafe LibraryFailure.check(
                    "EVP_CIPHER_CTX_set_params", copenssl_set_tag(context, tag.baseAddress, tag.count))
                var nothing: UInt8 = 0
                var written: Int32 = 0
                guard unsafe EVP_CipherFinal_ex(context, &nothing, &written) == 1 else {
                    ERR_clear_error()
                    throw .authenticationFailed
                }
            }
        } catch {
            if let base = plaintext.baseAddress { unsafe explicit_bzero(base, plaintext.count) }
            throw error
        }
    }

    private func begin(_ direction: Int32, _ nonce: [UInt8], _ key: any SymmetricKey) throws(CryptographyError) -> Owned
    {
        guard nonce.count == 12, key.byteCount == 32 else {
            throw .invalidInput(reason: "ChaCha20-Poly1305 needs a key of 32 bytes and a nonce of 12")
        }
        let context = try unsafe Owned("EVP_CIPHER_CTX_new", EVP_CIPHER_CTX_new(), free: EVP_CIPHER_CTX_free)
        let result = try unsafe context.withPointer { context throws(CryptographyError) in
            unsafe key.withUnsafeBytes { key in
                unsafe EVP_CipherInit_ex2(context, library.chaCha20Poly1305, key.octets, nonce, direction, nil)
            }
        }
        try LibraryFailure.check("EVP_CipherInit_ex2", result)
        return context
    }

    private func update(
        _ context: OpaquePointer, _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(CryptographyError) {
        guard unsafe !input.isEmpty else { return }
        var written: Int32 = 0
        try unsafe LibraryFailure.check(
            "EVP_CipherUpdate", EVP_CipherUpdate(context, output.octets, &written, input.octets, cLength(input.count)))
    }
}
