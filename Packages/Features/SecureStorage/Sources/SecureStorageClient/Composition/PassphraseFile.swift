import CoreModels
import Glibc
import SecureStorageAPI
import SecureStorageLinux

/// Reads the pass phrase from a file or a descriptor, such as `/dev/fd/3`.
///
/// The line break at the end isn't part of it. A file that others can read is
/// refused.
struct PassphraseFile: PassphraseProviding {
    private static let maximumByteCount = 4096

    let path: String

    func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        if purpose == .openAfterWrongOne { throw .wrongKey }
        let text: Secret
        do {
            text = try SecretInput.read(path, limit: Self.maximumByteCount)
        } catch {
            throw error.code == EPERM && error.operation == "open"
                ? .unsafeFile(path: path, because: .readableByOthers) : SecretStoreError(error)
        }
        let passphrase = unsafe text.withUnsafeBytes { buffer in
            var line = unsafe buffer[...]
            if unsafe line.last == UInt8(ascii: "\n") { unsafe line.removeLast() }
            if unsafe line.last == UInt8(ascii: "\r") { unsafe line.removeLast() }
            return unsafe Secret(line)
        }
        guard !passphrase.isEmpty else { throw .passphraseRequired }
        return passphrase
    }
}
