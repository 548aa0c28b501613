import Glibc
import KernelTesting
import Localization
import SecureStorageAPI
import SecureStorageClient
import SecureStorageLinux
import Testing

struct SystemErrorTests {
    @Test(.requirement("STORE-20")) func everyNumberOfTheSystemHasItsError() {
        var codes: Set<String> = []
        for number in 1...133 as ClosedRange<Int32> {
            let error = SecretStoreError(FileSystemError("open", "/v", code: number))
            codes.insert(error.code)
            #expect(error.text.english.contains("/v") || error.text.english.contains("open"), "\(number)")
            if case .system(_, _, let kept) = error { #expect(kept == number) }
        }
        #expect(codes.count >= 7)
        let expected: [(Int32, String)] = [
            (ENOSPC, "vault_no_space"), (EDQUOT, "vault_no_space"), (EROFS, "vault_read_only"),
            (EACCES, "vault_access_denied"), (EPERM, "vault_access_denied"), (EIO, "vault_device_failure"),
            (ENOMEM, "vault_resources_exhausted"), (EMFILE, "vault_resources_exhausted"),
            (ELOOP, "vault_unsafe_file"), (ENOTDIR, "vault_unsafe_file"), (EISDIR, "vault_unsafe_file"),
            (ENAMETOOLONG, "vault_system_error"),
        ]
        for (number, code) in expected {
            #expect(SecretStoreError(FileSystemError("open", "/v", code: number)).code == code, "\(number)")
        }
        #expect(SecretStoreError(FileSystemError("fcntl", "/v", code: ENOLCK)).code == "vault_locks_unsupported")
    }
}
