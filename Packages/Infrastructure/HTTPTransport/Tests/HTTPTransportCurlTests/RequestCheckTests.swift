import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct RequestCheckTests {
    private let transport = Transport().transport

    private func failure(of request: HTTPRequest) async -> HTTPTransportError? {
        await HTTPTransportCurlTests.failure { try await transport.send(request) }
    }

    @Test(
        .requirement("ATS-01", "ATS-02"),
        arguments: [
            "http://example.com/", "http://10.0.0.1/", "http://0.0.0.0/", "http://128.0.0.1/", "http://[::2]/",
            "http://[::ffff:127.0.0.1]/", "http://app.localhost/", "http://localhost./",
            "http://localhost.example.com/",
            "http://127.0.0.1.example.com/", "http://notlocalhost/",
        ]
    )
    func refusesPlainHTTPToOtherMachines(address: String) async throws {
        #expect(await failure(of: HTTPRequest(url: try url(address))) == .insecureAddress)
    }

    @Test(.requirement("ATS-02"), arguments: ["127.0.0.1", "127.8.9.10", "localhost", "LOCALHOST"])
    func allowsPlainHTTPToThisMachine(host: String) async throws {
        let address = try LoopbackPeer(answering: "").url().absoluteString
        // Nobody listens there any more: what counts is that it was tried.
        let request = HTTPRequest(url: try url(address.replacing("127.0.0.1", with: host)))
        #expect(await failure(of: request)?.kind == .connectivity)
    }

    @Test(.requirement("ATS-02")) func allowsPlainHTTPToThisMachineOverIPv6() async throws {
        #expect(await failure(of: HTTPRequest(url: try url("http://[::1]:1/")))?.kind == .connectivity)
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "/relative", "https:///nohost"])
    func refusesOtherAddresses(address: String) async throws {
        #expect(await failure(of: HTTPRequest(url: try url(address)))?.kind == .invalidRequest)
    }

    @Test(arguments: ["https://user@example.com/", "https://user:word@example.com/", "http://:word@127.0.0.1/"])
    func refusesCredentialsInTheAddress(address: String) async throws {
        #expect(await failure(of: HTTPRequest(url: try url(address)))?.kind == .invalidRequest)
    }

    @Test(.requirement("ATS-02"), arguments: ["@example.com/", ".example.com/", "@10.0.0.1:80/", "1@example.com/"])
    func aServerThatWasFitVouchesForNoOther(rest: String) async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        _ = try await transport.send(HTTPRequest(url: peer.url("/first")))
        _ = try await transport.send(HTTPRequest(url: peer.url("/second?a=b")))
        guard let other = URL(string: "http://127.0.0.1:\(peer.port)" + rest) else { return }
        let kind = await failure(of: HTTPRequest(url: other))?.kind
        #expect(kind == .invalidRequest || kind == .insecureAddress)
    }

    @Test(arguments: [
        ("X-Note", "a\r\nX-Forged: 1"), ("X-Note", "a\nX-Forged: 1"), ("X-Note", "a\u{0}b"),
        ("X-Note\r\nX-Forged", "1"),
        ("X Note", "1"), ("", "1"), ("X-Note:", "1"),
    ])
    func refusesFieldsThatCouldForgeOthers(name: String, value: String) async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        var request = HTTPRequest(url: peer.url())
        request.fields.append(HTTPFieldName(name), value)
        #expect(await failure(of: request)?.kind == .invalidRequest)
        #expect(peer.connectionCount == 0)
    }

    @Test(arguments: ["Host", "content-length", "Transfer-Encoding", "Connection", "Expect", "Upgrade"])
    func refusesFieldsThatBelongToTheTransport(name: String) async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        var request = HTTPRequest(url: peer.url())
        request.fields.append(HTTPFieldName(name), "1")
        #expect(await failure(of: request)?.kind == .invalidRequest)
    }

    @Test(arguments: ["", "GE T", "GET\r\nX-Forged: 1", "CONNECT"])
    func refusesMethodsThatAreNone(method: String) async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        let request = HTTPRequest(method: HTTPMethod(rawValue: method), url: peer.url())
        #expect(await failure(of: request)?.kind == .invalidRequest)
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func refusesABodyWhereNoneBelongs(method: HTTPMethod) async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        let request = HTTPRequest(method: method, url: peer.url(), body: .bytes(Data("x".utf8)))
        #expect(await failure(of: request)?.kind == .invalidRequest)
    }
}
