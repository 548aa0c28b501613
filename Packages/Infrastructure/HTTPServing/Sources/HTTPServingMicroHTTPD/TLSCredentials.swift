import AtomicFiles
import CServerCertificate
import Glibc
import HTTPServingAPI
import Localization

/// A certificate with its chain and its key, for the handshakes of a server.
///
/// The key is wiped at the end.
///
/// `@unchecked Sendable`: the library only reads the certificate after `init`.
@safe final class TLSCredentials: @unchecked Sendable {
    private let certificate: OpaquePointer

    /// TLS 1.2 and 1.3, without key exchange by RSA, which has no forward
    /// secrecy, and without CBC and SHA-1 (GnuTLS manual, "Priority strings").
    static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-AES-128-CBC:-AES-256-CBC:"
        + "-AES-128-CCM:-AES-256-CCM:-SHA1:%SERVER_PRECEDENCE"

    private static let largestFile = 1 << 20

    /// Reads the files.
    ///
    /// - Throws: ``HTTPServingError/tls(reason:)`` if they can't be used or don't
    ///   belong together, ``HTTPServingError/exposedKey(path:)``,
    ///   ``HTTPServingError/system(reason:)``.
    init(_ files: HTTPServerSettings.TLSFiles) throws(HTTPServingError) {
        let chain = unsafe try Self.read(files.certificate)
        defer {
            // Whoever mistook one for the other has their key in it.
            unsafe explicit_bzero(chain, strlen(chain))
            unsafe free(chain)
        }
        guard unsafe strstr(chain, "-----BEGIN CERTIFICATE-----") != nil || strstr(chain, "PRIVATE KEY-----") == nil
        else { throw .tls(reason: Self.swapped(files)) }
        let key = unsafe try Self.read(files.key, isSecret: true)
        defer {
            unsafe explicit_bzero(key, strlen(key))
            unsafe free(key)
        }
        var reason = [CChar](repeating: 0, count: 256)
        guard let certificate = unsafe cservercertificate_make(chain, key, &reason, reason.count) else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw .tls(reason: Self.reason(text, files))
        }
        unsafe self.certificate = certificate
    }

    deinit {
        unsafe cservercertificate_free(certificate)
    }

    /// What is to be known of the certificate in a file; nil if it can't be read.
    ///
    /// - Parameter host: The name by which people reach the server, if there is one.
    static func report(on path: String, host: String?) -> cservercertificate_report? {
        guard let chain = unsafe try? read(path) else { return nil }
        defer { unsafe free(chain) }
        var report = cservercertificate_report()
        let code =
            unsafe host.map { unsafe cservercertificate_examine(chain, $0, &report) }
            ?? cservercertificate_examine(chain, nil, &report)
        return code < 0 ? nil : report
    }

    /// From now on handshakes on the calling thread use these credentials, which
    /// must live until the last of those is over.
    func use() {
        unsafe cservercertificate_use(certificate)
    }

    private static func unreadable(_ path: String) -> HTTPServingError {
        let reason = SystemReason(errno).text
        return .tls(reason: LocalizedText(en: "\(path): \(reason.english)", es: "\(path): \(reason.spanish)"))
    }

    /// Told before anything is said of the other file, which may be read by everybody as certificates are.
    private static func swapped(_ files: HTTPServerSettings.TLSFiles) -> LocalizedText {
        LocalizedText(
            en:
                "\(files.certificate) holds a private key and no certificate: server.tls.certificate and server.tls.key "
                + "are swapped",
            es:
                "\(files.certificate) contiene una clave privada y ningún certificado: server.tls.certificate y "
                + "server.tls.key están intercambiados")
    }

    /// The library speaks English alone, and what it says of other files is for
    /// those who made them.
    private static func reason(_ text: String, _ files: HTTPServerSettings.TLSFiles) -> LocalizedText {
        let both = "\(files.certificate), \(files.key)"
        let spanish =
            text.contains("do not match") ? "el certificado y la clave no se corresponden" : "no se pueden leer"
        // Some of its sentences end, and others don't.
        return LocalizedText(
            en: "\(both): \(text.hasSuffix(".") ? text.dropLast() : text[...])", es: "\(both): \(spanish)")
    }

    /// Reads a file straight into the memory that will be wiped.
    ///
    /// - Parameter isSecret: Whether the file is refused if everybody on the
    ///   machine may read it; a group of its own may.
    private static func read(
        _ path: String, isSecret: Bool = false
    ) throws(HTTPServingError) -> UnsafeMutablePointer<CChar> {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe !isSecret || (fstat(descriptor, &status) == 0 && status.st_mode & 0o007 == 0) else {
            throw .exposedKey(path: path)
        }
        guard let memory = unsafe calloc(largestFile + 1, 1) else { throw .system(reason: SystemReason(ENOMEM).text) }
        var count = 0
        while count < largestFile {
            let part = unsafe Glibc.read(descriptor, memory + count, largestFile - count)
            guard part != 0 else { break }
            guard part > 0 || errno == EINTR else {
                unsafe free(memory)
                throw Self.unreadable(path)
            }
            count += max(part, 0)
        }
        let text = unsafe memory.bindMemory(to: CChar.self, capacity: largestFile + 1)
        guard count < largestFile, unsafe strstr(text, "-----BEGIN ") != nil else {
            unsafe explicit_bzero(memory, count)
            unsafe free(memory)
            throw .tls(reason: LocalizedText(en: "\(path) is not a PEM file", es: "\(path) no es un archivo PEM"))
        }
        return unsafe text
    }
}
