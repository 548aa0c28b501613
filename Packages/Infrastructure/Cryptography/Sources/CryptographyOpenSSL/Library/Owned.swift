import COpenSSL
import CryptographyAPI

/// Owns one object of the library and frees it at the end.
@safe struct Owned: ~Copyable {
    private let pointer: OpaquePointer
    private let free: @convention(c) (OpaquePointer?) -> Void

    /// Adopts what a function of the library made.
    init(
        _ operation: String, _ pointer: OpaquePointer?, free: @convention(c) (OpaquePointer?) -> Void
    ) throws(CryptographyError) {
        guard let pointer = unsafe pointer else { throw LibraryFailure.drained(operation) }
        unsafe self.pointer = pointer
        unsafe self.free = free
    }

    deinit {
        unsafe free(pointer)
    }

    /// Lends the object; it lives at least until `body` ends.
    borrowing func withPointer<Result: ~Copyable>(
        _ body: (OpaquePointer) throws(CryptographyError) -> Result
    ) throws(CryptographyError) -> Result {
        try unsafe body(pointer)
    }
}
