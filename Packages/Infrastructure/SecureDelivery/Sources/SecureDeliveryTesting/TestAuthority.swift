import FoundationEssentials
import KernelTesting
public import SecureDeliveryAPI

/// An authority of certificates for one test, made with the program `openssl`.
public final class TestAuthority: Sendable {
    private let folder: TemporaryFolder
    /// The file to trust.
    public var file: String { folder.path(of: "ca.pem") }

    /// Makes one.
    public init() async throws {
        folder = try TemporaryFolder()
        try await makeKey("ca.key")
        try await openssl("req -x509 -key ca.key -out ca.pem -days 1 -subj /CN=Test")
    }

    /// Issues a certificate.
    ///
    /// - Parameters:
    ///   - name: What its files are called.
    ///   - names: Whose it is, as OpenSSL writes subjectAltName.
    ///   - days: How many days it is good for; 0 for none.
    public func issue(
        _ name: String = "server", for names: String = "IP:127.0.0.1,DNS:localhost", days: Int = 1
    ) async throws -> SecurePeer.Identity {
        try Data("subjectAltName=\(names)\n".utf8).write(to: URL(filePath: folder.path(of: "names")))
        try await makeKey("\(name).key")
        try await openssl("req -new -key \(name).key -subj /CN=\(name) -out request")
        try await openssl(
            "x509 -req -in request -CA ca.pem -CAkey ca.key -CAcreateserial -days \(days) -extfile names -out \(name).pem"
        )
        return SecurePeer.Identity(
            certificateFile: folder.path(of: "\(name).pem"), keyFile: folder.path(of: "\(name).key"))
    }

    private func makeKey(_ name: String) async throws {
        try await openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out \(name)")
    }

    private func openssl(_ arguments: String) async throws {
        let outcome = try await ChildProcess.run(
            "openssl", arguments.split(separator: " ").map(String.init), directory: folder.path)
        guard outcome.exit == .status(0) else { throw SecureDeliveryError(outcome.errorText) }
    }
}
