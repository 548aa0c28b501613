import CryptographyAPI
import Glibc
package import SecureStorageAPI
package import SecureStorageLinux

extension SecretStoreError {
    /// Says in the words of the domain what the operating system refused.
    ///
    /// Every number has its case; those that nothing can be done about share
    /// ``SecretStoreError/system(operation:path:errorNumber:)``.
    package init(_ error: FileSystemError) {
        self =
            switch error.code {
            case ENOSPC, EDQUOT: .noSpace(path: error.path)
            case EROFS: .readOnly(path: error.path)
            case EACCES, EPERM: .accessDenied(path: error.path)
            case EIO, ENXIO, ENODEV: .deviceFailure(path: error.path)
            case ENOMEM, EMFILE, ENFILE, EAGAIN:
                .resourcesExhausted(operation: error.operation, errorNumber: error.code)
            case ENOLCK where error.operation == "fcntl", EOPNOTSUPP where error.operation == "fcntl",
                ENOSYS where error.operation == "fcntl":
                .locksUnsupported(path: error.path)
            case ELOOP: .unsafeFile(path: error.path, because: .link)
            case ENOTDIR: .unsafeFile(path: error.path, because: .belowNoFolder)
            case EISDIR,
                EINVAL where error.operation == "open":
                .unsafeFile(path: error.path, because: .notAFile)
            default: .system(operation: error.operation, path: error.path, errorNumber: error.code)
            }
    }

    /// Says in the words of the domain why cryptography gave no result, other
    /// than that something isn't authentic.
    init(_ error: CryptographyError) {
        self =
            switch error {
            case .memoryUnavailable(let number): .resourcesExhausted(operation: "mmap", errorNumber: number)
            case .cancelled: .cancelled
            case .overloaded: .busy
            case .authenticationFailed: .wrongKey
            case .invalidKey(let reason), .invalidInput(let reason): .cryptography(reason: reason)
            case .libraryFailure(let operation, _): .cryptography(reason: operation)
            case .malformedPasswordHash, .unknownPepper, .missingLibrary: .cryptography(reason: "\(error)")
            }
    }
}

/// Calls `body` and translates what the operating system refused.
func onDisk<Value>(
    _ body: () throws(FileSystemError) -> Value
) throws(SecretStoreError) -> Value {
    do { return try body() } catch { throw SecretStoreError(error) }
}

/// Calls `body` and translates why cryptography gave no result.
func cryptographically<Value>(
    _ body: () throws(CryptographyError) -> Value
) throws(SecretStoreError) -> Value {
    do { return try body() } catch { throw SecretStoreError(error) }
}
