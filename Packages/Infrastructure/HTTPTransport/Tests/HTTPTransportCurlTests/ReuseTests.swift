import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

/// What belongs to one request stays with it: all that run one after another
/// share one handle of the library, and its options.
@Suite(.timeLimit(.minutes(15)))
struct ReuseTests {
    private let transport = Transport().transport
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Data("a secret file".utf8).write(to: URL(filePath: folder.path(of: "file")))
    }

    /// Answers slowly, not at all, at length, or as all others do.
    private func peer() throws -> LoopbackPeer {
        try LoopbackPeer { connection in
            while let request = try connection.readRequest() {
                switch request.target {
                case "/slow":
                    connection.idle(milliseconds: 300)
                    try connection.send(answer("slow"))
                case "/silent": connection.stall()
                case "/elsewhere": try connection.send(answer("", status: "303 See Other", fields: "Location: /\r\n"))
                case _ where request.method == .head: try connection.send("HTTP/1.1 200 OK\r\n\r\n")
                default: try connection.send(answer("ok", fields: "Set-Cookie: a=secret; Path=/\r\n"))
                }
            }
        }
    }

    /// Requests that differ from a plain one in all that a request can have.
    private func others(_ peer: LoopbackPeer) -> [HTTPRequest] {
        let secrets: HTTPFields = [
            "Authorization": "Bearer secret", "Cookie": "id=secret", "Proxy-Authorization": "Basic secret",
            "Range": "bytes=1-2", "If-None-Match": "\"secret\"", "Referer": "secret", "X-Empty": "",
            "User-Agent": "secret", "Accept-Encoding": "identity", "Accept": "secret/secret",
        ]
        let body = HTTPRequest.Body.bytes(Data("a secret body".utf8))
        return [
            HTTPRequest(url: peer.url("/secret?secret=1"), fields: secrets),
            HTTPRequest(method: .post, url: peer.url(), fields: ["Content-Type": "text/secret"], body: body),
            HTTPRequest(method: .put, url: peer.url(), body: .file(path: folder.path(of: "file"))),
            HTTPRequest(method: .patch, url: peer.url()),
            HTTPRequest(method: HTTPMethod(rawValue: "SECRET"), url: peer.url(), body: body),
            HTTPRequest(method: .delete, url: peer.url(), fields: secrets),
            HTTPRequest(method: .head, url: peer.url()),
            HTTPRequest(method: .post, url: peer.url("/elsewhere"), body: body, redirects: .followed(maximum: 3)),
            HTTPRequest(url: peer.url(), limits: HTTPLimits(maximumHeaderBytes: 10)),
            HTTPRequest(url: peer.url(), limits: HTTPLimits(maximumResponseBytes: 1)),
            HTTPRequest(url: peer.url("/silent"), limits: HTTPLimits(connect: .seconds(5), total: .milliseconds(100))),
            HTTPRequest(method: .post, url: peer.url(), body: .file(path: folder.path(of: "missing"))),
        ]
    }

    private func expectPlain(_ peer: LoopbackPeer, after other: HTTPRequest?) async throws {
        let response = try await transport.send(HTTPRequest(url: peer.url("/plain")))
        let request = try #require(peer.requests.last)
        #expect(response.status == .ok && response.body == Data("ok".utf8), "after \(String(describing: other))")
        #expect(request.method == .get && request.target == "/plain" && request.body.isEmpty)
        #expect(
            request.fields == [
                "Host": "127.0.0.1:\(peer.port)", "Accept": "*/*", "User-Agent": "essential-tests/1.0",
                "Accept-Encoding": request.fields["Accept-Encoding"] ?? "",
            ], "after \(String(describing: other))")
        #expect(request.fields["Accept-Encoding"]?.contains("gzip") == true)
    }

    @Test func nothingOfARequestIsLeftForTheNext() async throws {
        let peer = try peer()
        try await expectPlain(peer, after: nil)
        for other in others(peer) {
            _ = try? await transport.send(other)
            try await expectPlain(peer, after: other)
            _ = try? await transport.download(other, toFile: folder.path(of: "target"))
            try await expectPlain(peer, after: other)
            _ = try? await transport.stream(other)
            try await expectPlain(peer, after: other)
        }
    }

    /// A server that is known already is not read again.
    @Test(arguments: [
        "/", "/?", "//a", "/a/b?c=d/../e?f", "/a/./b", "/a/../b", "/a/..", "/.a", "/a.b/c.", "/%2f%2F?%aB", "/a?",
        "/a,b+c~d_e-f?g:h", "/a?b=%C3%A9", "/a;b@c?d=!$",
    ])
    func aKnownServerIsAskedForTheSame(target: String) async throws {
        let peer = try peer()
        let request = HTTPRequest(url: try url("http://127.0.0.1:\(peer.port)" + target))
        for _ in 0..<3 { _ = try await transport.send(request) }
        let targets = peer.requests.map(\.target)
        #expect(targets.count == 3 && Set(targets).count == 1, "\(targets)")
    }

    @Test func timeIsGivenToOneRequestOnly() async throws {
        let peer = try peer()
        let hasty = HTTPRequest(url: peer.url("/silent"), limits: HTTPLimits(total: .milliseconds(100)))
        #expect(await failure { try await transport.send(hasty) } == .timedOut)
        let response = try await transport.send(HTTPRequest(url: peer.url("/slow")))
        #expect(response.body == Data("slow".utf8))
        // Nor is what a stream takes off, whose body has no limit on time.
        _ = try await transport.stream(HTTPRequest(url: peer.url()))
        #expect(await failure { try await transport.send(hasty) } == .timedOut)
    }
}
