import CryptographyAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Locking
import PluginKit
import ProofOfPossessionAPI
import ProofOfPossessionClient
import SecureStorageClient
import TelemetryAPI

/// The client's part that proves where requests come from; it keeps the proofs
/// and sends nothing.
final class BenchDevice: Sendable {
    private let server: ServerAddress
    private let vault: BenchVault
    private let collector = ProofCollector()
    private let transport: any HTTPTransport

    init(for server: BenchServer) async throws {
        guard let address = ServerAddress("http://127.0.0.1:\(server.port)") else {
            throw HTTPTransportError.insecureAddress
        }
        self.server = address
        vault = try BenchVault()
        let proofs = ProofOfPossessionClientPlugin.assemble(
            .init(
                server: address, transport: collector, secrets: vault.storage.secrets,
                cryptography: vault.cryptography, logger: .disabled)
        ).exports
        await proofs.keys.prepareKey()
        transport = proofs.transport
    }

    /// Proofs for requests that are alike.
    func proofs(
        _ count: Int, for method: HTTPMethod, _ path: String, accessToken: String? = nil
    ) async throws -> [String] {
        var request = HTTPRequest(method: method, url: server.url(path: path))
        if let accessToken { request.fields[.authorization] = "DPoP \(accessToken)" }
        for _ in 0..<count { _ = try await transport.send(request) }
        return collector.take()
    }
}

private final class ProofCollector: HTTPTransport {
    private let proofs = Locked<[String]>([])

    func take() -> [String] {
        proofs.withLock { proofs in
            defer { proofs = [] }
            return proofs
        }
    }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        guard let proof = request.fields["DPoP"] else { throw .cancelled }
        proofs.withLock { $0.append(proof) }
        return HTTPResponse(status: .ok)
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        throw .cancelled
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        throw .cancelled
    }
}
