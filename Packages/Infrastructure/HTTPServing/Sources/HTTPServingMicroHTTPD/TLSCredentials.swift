import Glibc
import HTTPServingAPI

/// Certificate and key as C strings, which the library reads for as long as its
/// daemon lives.
///
/// The key is wiped at the end.
///
/// `@unchecked Sendable`: the buffers never change after `init`.
@safe final class TLSCredentials: @unchecked Sendable {
    let certificate: UnsafeMutablePointer<CChar>
    let key: UnsafeMutablePointer<CChar>

    /// TLS 1.2 and 1.3, without key exchange by RSA, which has no forward
    /// secrecy, and without CBC and SHA-1 (GnuTLS manual, "Priority strings").
    static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-AES-128-CBC:-AES-256-CBC:"
        + "-AES-128-CCM:-AES-256-CCM:-SHA1:%SERVER_PRECEDENCE"

    private static let largestFile = 1 << 20

    init(_ files: HTTPServerSettings.TLSFiles) throws(HTTPServingError) {
        let certificate = unsafe try Self.read(files.certificate)
        unsafe self.certificate = certificate
        do throws(HTTPServingError) {
            unsafe key = try Self.read(files.key)
        } catch {
            unsafe free(certificate)
            throw error
        }
    }

    deinit {
        unsafe explicit_bzero(key, strlen(key))
        unsafe free(key)
        unsafe free(certificate)
    }

    /// Reads a file straight into the memory that will be wiped.
    private static func read(_ path: String) throws(HTTPServingError) -> UnsafeMutablePointer<CChar> {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .tls(reason: "\(path): \(SystemError.text(errno))") }
        defer { close(descriptor) }
        guard let memory = unsafe calloc(largestFile + 1, 1) else { throw .system(reason: SystemError.text(ENOMEM)) }
        var count = 0
        while count < largestFile {
            let part = unsafe Glibc.read(descriptor, memory + count, largestFile - count)
            guard part != 0 else { break }
            guard part > 0 || errno == EINTR else {
                unsafe free(memory)
                throw .tls(reason: "\(path): \(SystemError.text(errno))")
            }
            count += max(part, 0)
        }
        let text = unsafe memory.bindMemory(to: CChar.self, capacity: largestFile + 1)
        guard count < largestFile, unsafe strstr(text, "-----BEGIN ") != nil else {
            unsafe explicit_bzero(memory, count)
            unsafe free(memory)
            throw .tls(reason: "\(path) is not a PEM file")
        }
        return unsafe text
    }
}
