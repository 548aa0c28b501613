import COpenSSL
import CryptographyAPI

/// The library with the algorithms that are used here, looked up once.
///
/// Looking an algorithm up by name costs more than sealing a short record, so
/// that is done ahead (crypto(7), "Performance").
///
/// `@unchecked Sendable`: the pointers never change, and fetched algorithms may
/// be used by many threads (openssl-threads(7)).
@safe final class OpenSSLLibrary: @unchecked Sendable {
    let aes256GCM: OpaquePointer
    let chaCha20Poly1305: OpaquePointer
    let sha256: OpaquePointer
    let hkdf: OpaquePointer

    init() throws(CryptographyError) {
        _ = Self.secureHeap
        guard let cipher = unsafe EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) else {
            throw LibraryFailure.drained("EVP_CIPHER_fetch")
        }
        guard let stream = unsafe EVP_CIPHER_fetch(nil, "ChaCha20-Poly1305", nil) else {
            unsafe EVP_CIPHER_free(cipher)
            throw LibraryFailure.drained("EVP_CIPHER_fetch")
        }
        guard let digest = unsafe EVP_MD_fetch(nil, "SHA256", nil) else {
            unsafe EVP_CIPHER_free(cipher)
            unsafe EVP_CIPHER_free(stream)
            throw LibraryFailure.drained("EVP_MD_fetch")
        }
        guard let kdf = unsafe EVP_KDF_fetch(nil, "HKDF", nil) else {
            unsafe EVP_CIPHER_free(cipher)
            unsafe EVP_CIPHER_free(stream)
            unsafe EVP_MD_free(digest)
            throw LibraryFailure.drained("EVP_KDF_fetch")
        }
        unsafe aes256GCM = cipher
        unsafe chaCha20Poly1305 = stream
        unsafe sha256 = digest
        unsafe hkdf = kdf
    }

    deinit {
        unsafe EVP_CIPHER_free(aes256GCM)
        unsafe EVP_CIPHER_free(chaCha20Poly1305)
        unsafe EVP_MD_free(sha256)
        unsafe EVP_KDF_free(hkdf)
    }

    /// The memory in which the library keeps the secret half of key pairs.
    struct SecureHeap: Sendable {
        let byteCount: Int
        let isLocked: Bool
    }

    /// Gives the library locked memory for secrets, once per process
    /// (CRYPTO_secure_malloc_init(3)), and keeps it from tearing itself down at
    /// exit while a thread still hashes a password (OPENSSL_init_crypto(3)).
    static let secureHeap: SecureHeap = {
        _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        let byteCount = 128 << 10
        let result = CRYPTO_secure_malloc_init(byteCount, 32)
        if result != 0 { copenssl_show_secure_heap_to_leak_sanitizer(byteCount) }
        switch result {
        case 1: return SecureHeap(byteCount: byteCount, isLocked: true)
        case 2: return SecureHeap(byteCount: byteCount, isLocked: false)
        default: return SecureHeap(byteCount: 0, isLocked: false)
        }
    }()
}
