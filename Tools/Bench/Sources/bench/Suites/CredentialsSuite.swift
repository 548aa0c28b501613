import BenchKit
import CNeighbours
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import PluginKit
import ProofOfPossessionAPI
import ProofOfPossessionClient
import SecureStorageAPI
import SecureStorageClient
import SessionsAPI
import SessionsClient
import TelemetryAPI
import TokenRefreshClient

extension BenchSuite {
    /// What the person's credentials add to a request, the vault on disk and
    /// the proof included; the network is left out.
    static let credentials = BenchSuite("credentials") {
        let bearer = try await SignedInClient(proves: false), bound = try await SignedInClient(proves: true)
        let request = bearer.request
        let floor = Contestant("the same request without credentials", .floor) { count in
            for _ in 0..<count { _ = try await AnsweringTransport().send(request) }
        }
        return [
            BenchCase(
                "credentials of a request, Bearer", goals: [.microseconds(5)],
                [Contestant("Essential", .subject, work: bearer.send), floor]),
            BenchCase(
                "credentials of a request, DPoP", goals: [.microseconds(100)],
                [
                    Contestant("Essential", .subject, work: bound.send), floor,
                    neighbour("C over EVP, the signature alone", .limit) { neighbour_es256_sign($0, 256) },
                ]),
        ]
    }
}

/// The client's own parts from the vault to the network, with somebody logged
/// in.
private final class SignedInClient: Sendable {
    let request: HTTPRequest
    private let vault: BenchVault
    private let transport: any HTTPTransport

    init(proves: Bool) async throws {
        guard let server = ServerAddress("http://localhost:8080") else { throw HTTPTransportError.insecureAddress }
        request = HTTPRequest(method: .get, url: server.url(path: "/feed"))
        vault = try BenchVault()
        let storage = vault.storage
        let sessions = SessionsClientPlugin.assemble(.init(secrets: storage.secrets, locks: storage.locks)).exports
        let proofs = ProofOfPossessionClientPlugin.assemble(
            .init(
                server: server, transport: AnsweringTransport(), secrets: storage.secrets,
                cryptography: vault.cryptography, logger: .disabled)
        ).exports
        if proves { await proofs.keys.prepareKey() }
        try await sessions.store.save(
            StoredSession(user: try Self.user(), grant: Self.grant(proves ? "DPoP" : "Bearer"), receivedAt: .now))
        transport =
            TokenRefreshClientPlugin.assemble(
                .init(
                    server: ServerClient(address: server, transport: proofs.transport),
                    transport: proofs.transport, sessions: sessions.store, lock: sessions.lock, logger: .disabled)
            ).exports.transport
    }

    func send(_ count: Int) async throws {
        for _ in 0..<count { _ = try await transport.send(request) }
    }

    private static func user() throws -> User {
        let text =
            #"{"id":"0b7c1d5e-2f7a-4d0e-9a53-6d2f0c1b7a11","name":"Ana","email":"ana@example.com","#
            + #""email_verified":true,"created_at":0}"#
        return try JSONDecoder().decode(User.self, from: Data(text.utf8))
    }

    /// Tokens of the usual lengths.
    private static func grant(_ type: String) -> TokenGrant {
        TokenGrant(
            accessToken: Secret(String(repeating: "a", count: 480)), tokenType: type, expiresIn: 86_400,
            refreshToken: Secret(String(repeating: "r", count: 43)), scope: "")
    }
}

/// Answers at once, and without a network.
private struct AnsweringTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse { HTTPResponse(status: .ok) }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        HTTPResponse(status: .ok)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        throw .cancelled
    }
}
