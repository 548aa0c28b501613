import CertificatePinningAPI
import CertificatePinningClient
import CryptographyTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import SecureStorageTesting
import Testing

/// What is asked of others: documents, and chains of certificates.
struct PublishedDocumentTests {
    private struct Chain: CertificateShowing {
        let certificates: [Data]

        func certificates(of server: ServerAddress) async throws(HTTPTransportError) -> [Data] { certificates }
    }

    private func exports(
        _ transport: any HTTPTransport = HTTPTransportStub(failure: .timedOut), chain: [Data] = []
    ) throws -> CertificatePinningClientPlugin.Exports {
        CertificatePinningClientPlugin.assemble(
            .init(
                certificates: Chain(certificates: chain), transport: transport, secrets: InMemorySecretStore(),
                mark: "/nowhere/pinned", server: try ServerAddress(parsing: "https://example.com"),
                cryptography: try .real(), onEnding: { _ in })
        ).exports
    }

    @Test(.requirement("PIN-11")) func aDocumentIsBroughtFromItsAddress() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok, body: Data("document".utf8)) }
        let address = try #require(URL(string: "https://example.com/pins.jwt"))
        #expect(try await exports(spy).documents.document(at: address) == Data("document".utf8))
        let request = try #require(spy.requests.first)
        #expect(request.url == address && request.limits.maximumResponseBytes == PinDocument.maximumByteCount)
    }

    @Test func whereNothingIsPublishedNothingComes() async throws {
        let stub = HTTPTransportStub(HTTPResponse(status: .notFound, body: Data("document".utf8)))
        let address = try #require(URL(string: "https://example.com/pins.jwt")), documents = try exports(stub).documents
        let error = await #expect(throws: HTTPTransportError.self) { try await documents.document(at: address) }
        #expect(error == .invalidResponse(reason: "HTTP 404 in place of a document"))
    }

    /// The pin that openssl finds, for a certificate that openssl made.
    @Test(.requirement("PIN-07", "PIN-12"), arguments: ["ec -pkeyopt ec_paramgen_curve:P-256", "rsa:2048", "ed25519"])
    func aPinIsTheHashOfThePublicKeyInfo(kind: String) async throws {
        let folder = try TemporaryFolder()
        let line = """
            openssl req -x509 -newkey \(kind) -nodes -days 1 -subj /CN=server -keyout key -outform der -out certificate &&
            openssl pkey -in key -pubout -outform der | openssl dgst -sha256 -binary | openssl base64
            """
        let outcome = try await ChildProcess.run("/bin/sh", ["-c", line], directory: folder.path)
        let certificate = Data(try #require(folder.contents(of: "certificate")))
        let server = try #require(ServerAddress("https://example.com"))
        let pins = try await exports(chain: [certificate, certificate]).chains.pins(of: server)
        #expect(pins.map(\.description) == Array(repeating: String(outcome.outputText.prefix(44)), count: 2))
        for broken in [Data(), Data("x".utf8), certificate.dropLast(), certificate + [0]] {
            let chains = try exports(chain: [certificate, Data(broken)]).chains
            let error = await #expect(throws: HTTPTransportError.self) { try await chains.pins(of: server) }
            #expect(error == .invalidResponse(reason: "A certificate can't be read"))
        }
    }
}
