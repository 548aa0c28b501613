import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Presenting
import Testing

/// Keys that are pinned, against servers that have them and others.
@Suite(.timeLimit(.minutes(15)))
struct PinningTests {
    private static let refusal = HTTPTransportError.refusedByPins(PinningStub.otherKey)

    private let authority: CertificateAuthority
    /// The pin of a key that nobody has.
    private let strange: PublicKeyPin

    init() async throws {
        authority = try await CertificateAuthority()
        strange = try #require(PublicKeyPin(digest: Data(repeating: 7, count: 32)))
    }

    private func server(_ options: String...) async throws -> (SecureServer, PublicKeyPin) {
        let certificate = try await authority.issue()
        let server = try await SecureServer.openssl(
            certificate, options: options, files: ["file": Data("secure".utf8)])
        return (server, try await authority.pin(of: certificate))
    }

    private func transport(_ pinning: any HostPinning) -> Transport {
        Transport(authorityFile: authority.file, pinning: pinning)
    }

    private func request(_ server: SecureServer, host: String = "localhost") throws -> HTTPRequest {
        HTTPRequest(
            method: .post, url: try server.url("/file", host: host), fields: ["Authorization": "Bearer secret"],
            body: .bytes(Data("a secret body".utf8)))
    }

    /// Has one request answered, which takes one record.
    private func ask(_ server: SecureServer, _ transport: Transport) async throws {
        let response = try await transport.transport.send(HTTPRequest(url: server.url("/file", host: "localhost")))
        #expect(response.body == Data("secure".utf8))
    }

    @Test(.requirement("PIN-01", "PIN-04", "PIN-07"), arguments: ["-tls1_2", "-tls1_3"])
    func aPinnedKeyIsSpokenTo(version: String) async throws {
        let (server, pin) = try await server(version, "-msg", "-naccept", "1")
        try await ask(server, transport(PinningStub("localhost", strange, pin)))
        #expect(await server.receivedRecords() == 1)
    }

    @Test(.requirement("PIN-02", "PIN-05"), arguments: ["-tls1_2", "-tls1_3"])
    func nothingOfARequestLeavesForAnotherKey(version: String) async throws {
        let (server, _) = try await server(version, "-msg", "-naccept", "4")
        let folder = try TemporaryFolder(), transport = transport(PinningStub("localhost", strange)).transport
        let request = try request(server)
        #expect(await failure { try await transport.send(request) } == Self.refusal)
        let file = folder.path(of: "file")
        #expect(await failure { try await transport.download(request, toFile: file) } == Self.refusal)
        #expect(await failure { try await transport.stream(request) } == Self.refusal)
        #expect(folder.contents(of: "file") == nil)
        try await ask(server, Transport(authorityFile: authority.file))
        #expect(await server.receivedRecords() == 1, "that of the last one, who pinned nothing")
    }

    @Test(.requirement("PIN-05")) func whoMayHaveNoKeyIsNotEvenConnectedTo() async throws {
        let peer = try LoopbackPeer(answering: answer("there"))
        let none = Obstacle(code: "expired", LocalizedText(en: "Over.", es: "Acabó."))
        let transport = transport(PinningStub(["localhost": .none(none)])).transport
        #expect(try await transport.send(HTTPRequest(url: peer.url())).status == .ok, "the pins are of another name")
        let named = try url("http://localhost:\(peer.port)/")
        let before = peer.requests.count
        #expect(await failure { try await transport.send(HTTPRequest(url: named)) } == .refusedByPins(none))
        #expect(peer.requests.count == before)
    }

    @Test(.requirement("PIN-05")) func withoutTLSNobodyProvesAKey() async throws {
        let peer = try LoopbackPeer(answering: answer("there"))
        let transport = transport(PinningStub("localhost", strange)).transport
        let named = HTTPRequest(url: try url("http://localhost:\(peer.port)/"))
        #expect(await failure { try await transport.send(named) } == Self.refusal)
        #expect(peer.requests.isEmpty)
    }

    @Test(.requirement("PIN-10")) func pinsDoNotReplaceTheCertificate() async throws {
        let certificate = try await authority.issue(), pin = try await authority.pin(of: certificate)
        let server = try await SecureServer.openssl(certificate), other = try await CertificateAuthority()
        let transport = Transport(authorityFile: other.file, pinning: PinningStub("localhost", pin)).transport
        let request = try request(server)
        #expect(await failure { try await transport.send(request) }?.kind == .tls)
    }

    /// A connection that was made when other keys were allowed isn't used.
    @Test(.requirement("PIN-03", "PIN-05"), arguments: [true, false])
    func aKeptConnectionIsNotUsedForOtherPins(isHTTP2: Bool) async throws {
        let certificate = try await authority.issue(), pin = try await authority.pin(of: certificate)
        let files = ["file": Data("secure".utf8)]
        let server =
            isHTTP2
            ? try await SecureServer.nghttpd(certificate, files: files)
            : try await SecureServer.openssl(certificate, options: ["-alpn", "http/1.1"], files: files)
        let pinning = PinningStub([:]), transport = transport(pinning).transport
        let request = HTTPRequest(url: try server.url("/file", host: "localhost"))
        #expect(try await transport.send(request).status == .ok, "nothing is pinned")
        pinning.pin("localhost", .keys([strange], otherwise: PinningStub.otherKey))
        #expect(await failure { try await transport.send(request) } == Self.refusal)
        pinning.pin("localhost", .keys([pin], otherwise: PinningStub.otherKey))
        #expect(try await transport.send(request).status == .ok)
        pinning.pin("localhost", .keys([strange], otherwise: PinningStub.otherKey))
        #expect(await failure { try await transport.send(request) } == Self.refusal)
    }

    @Test(.requirement("PIN-05")) func eachStepOfARedirectHasThePinsOfItsHost() async throws {
        let (server, _) = try await server("-msg", "-naccept", "2")
        let target = try server.url("/file", host: "localhost").absoluteString
        let peer = try LoopbackPeer(answering: answer("", status: "302 Found", fields: "Location: \(target)\r\n"))
        let request = HTTPRequest(url: peer.url(), redirects: .followed(maximum: 1))
        let transport = transport(PinningStub("localhost", strange)).transport
        #expect(await failure { try await transport.send(request) } == Self.refusal)
        #expect(peer.requests.count == 1)
        try await ask(server, Transport(authorityFile: authority.file))
        #expect(await server.receivedRecords() == 1)
    }

    @Test(.requirement("PIN-12")) func showsTheCertificatesOfAServerAndSendsItNothing() async throws {
        let certificate = try await authority.issue()
        let server = try await SecureServer.openssl(
            certificate, options: ["-msg", "-naccept", "3", "-cert_chain", authority.file],
            files: ["file": Data("secure".utf8)])
        let address = try #require(ServerAddress("https://localhost:\(server.port)"))
        // Pins that refuse it are what somebody looks for.
        let certificates = transport(PinningStub("localhost", strange)).certificates
        for _ in 0..<2 {
            let chain = try await certificates.certificates(of: address)
            let files = [certificate.certificate, authority.file]
            let expected = try files.map { file in
                let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
                let lines = text.split(separator: "\n").dropFirst().dropLast()
                return try #require(Data(base64Encoded: lines.joined()))
            }
            #expect(chain == expected)
        }
        try await ask(server, Transport(authorityFile: authority.file))
        #expect(await server.receivedRecords() == 1)
    }

    @Test(.requirement("PIN-10", "PIN-12")) func showsNoCertificatesThatNobodyVouchesFor() async throws {
        let (server, _) = try await server()
        let address = try #require(ServerAddress("https://localhost:\(server.port)"))
        let certificates = Transport(authorityFile: try await CertificateAuthority().file).certificates
        #expect(await failure { try await certificates.certificates(of: address) }?.kind == .tls)
        let plain = try #require(ServerAddress("http://localhost:\(server.port)"))
        #expect(await failure { try await certificates.certificates(of: plain) }?.kind == .invalidRequest)
    }

    @Test(arguments: ["", "sha256//", "AAAA", String(repeating: "A", count: 43), String(repeating: "A", count: 44)])
    func whatIsNoPinIsRefused(text: String) {
        #expect(PublicKeyPin(text) == nil)
    }

    @Test func aPinHasOneSpelling() throws {
        let text = strange.description
        #expect(PublicKeyPin(text) == strange)
        // The last letter before the = has two bits that say nothing.
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        let spellings = letters.compactMap { PublicKeyPin(String(text.dropLast(2)) + String($0) + "=") }
        #expect(spellings.count == 16 && Set(spellings).count == 16)
    }
}
