import CoreModels
import Glibc
import SecureStorageAPI
import SecureStorageLinux

/// Reads the pass phrase from a file or a descriptor, such as `/dev/fd/3`.
///
/// The line break at the end isn't part of it. A file that others can read is
/// refused.
struct PassphraseFile: PassphraseProviding {
    /// ``SecretStoreReason/moreThanAPassphrase`` says it to people.
    private static let maximumByteCount = 4096

    let path: String

    func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        if purpose == .openAfterWrongOne { throw .wrongKey }
        let text: Secret
        do {
            text = try SecretInput.read(path, limit: Self.maximumByteCount)
        } catch {
            switch error.code {
            case EPERM where error.operation == "open": throw .unsafeFile(path: path, because: .readableByOthers)
            case EFBIG: throw .passphraseFile(path: path, because: .moreThanAPassphrase)
            case ENOENT: throw .passphraseFile(path: path, because: .noFile)
            default: throw SecretStoreError(error)
            }
        }
        let passphrase = unsafe text.withUnsafeBytes { buffer in
            var line = unsafe buffer[...]
            if unsafe line.last == UInt8(ascii: "\n") { unsafe line.removeLast() }
            if unsafe line.last == UInt8(ascii: "\r") { unsafe line.removeLast() }
            return unsafe Secret(line)
        }
        guard !passphrase.isEmpty else { throw .passphraseFile(path: path, because: .noPassphrase) }
        return passphrase
    }
}
