import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import Testing

/// An authority of certificates for one test, made with the openssl program.
final class CertificateAuthority: Sendable {
    /// A certificate in PEM and its key.
    struct Certificate: Sendable {
        let certificate: String
        let key: String
    }

    enum KeyType: String {
        case p256 = "EC -pkeyopt ec_paramgen_curve:P-256"
        case rsa = "RSA -pkeyopt rsa_keygen_bits:2048"
    }

    private let folder: TemporaryFolder
    /// The file to trust.
    var file: String { folder.path(of: "ca.pem") }

    init() async throws {
        folder = try TemporaryFolder()
        try await makeKey("ca.key", .p256)
        try await openssl("req -x509 -key ca.key -out ca.pem -days 1 -subj /CN=Test")
    }

    /// Issues a certificate for a new key; the one before is gone from the disk.
    func issue(_ names: String = "IP:127.0.0.1,DNS:localhost", days: Int = 1, _ type: KeyType = .p256) async throws
        -> Certificate
    {
        try Data("subjectAltName=\(names)\n".utf8).write(to: URL(filePath: folder.path(of: "names")))
        try await makeKey("server.key", type)
        try await openssl("req -new -key server.key -subj /CN=server -out server.csr")
        try await openssl(
            "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days \(days) -extfile names -out server.pem"
        )
        return Certificate(certificate: folder.path(of: "server.pem"), key: folder.path(of: "server.key"))
    }

    /// The pin of a certificate's key, as the openssl program finds it.
    func pin(of certificate: Certificate) async throws -> PublicKeyPin {
        try await openssl("x509 -in \(certificate.certificate) -noout -pubkey -out public.pem")
        try await openssl("pkey -pubin -in public.pem -outform der -out public.der")
        try await openssl("dgst -sha256 -binary -out digest public.der")
        return try #require(PublicKeyPin(digest: Data(folder.contents(of: "digest") ?? [])))
    }

    private func makeKey(_ name: String, _ type: KeyType) async throws {
        try await openssl("genpkey -algorithm \(type.rawValue) -out \(name)")
    }

    private func openssl(_ arguments: String) async throws {
        let outcome = try await ChildProcess.run(
            "openssl", arguments.split(separator: " ").map(String.init), directory: folder.path)
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }
}
