import COpenSSL
import CryptographyAPI

/// Owns a key or a key pair of the library.
///
/// `@unchecked Sendable`: nothing here changes a key once it is made, and then
/// many threads may use it (openssl-threads(7)).
@safe final class KeyHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Adopts what a function of the library made.
    init(_ operation: String, adopting pointer: OpaquePointer?) throws(CryptographyError) {
        guard let pointer = unsafe pointer else { throw LibraryFailure.drained(operation) }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Lends the key; it lives at least until `body` ends.
    func withPointer<Result: ~Copyable>(
        _ body: (OpaquePointer) throws(CryptographyError) -> Result
    ) throws(CryptographyError) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try unsafe body(pointer)
    }
}
