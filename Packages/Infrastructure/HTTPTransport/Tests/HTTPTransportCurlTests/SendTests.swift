import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct SendTests {
    private let transport = Transport().transport

    @Test func bringsStatusFieldsAndBody() async throws {
        let peer = try LoopbackPeer(
            answering: answer(
                "hello", status: "418 I'm a teapot", fields: "Set-Cookie: a=1\r\nset-cookie: b=2\r\nX-Empty:\r\n"))
        let response = try await transport.send(HTTPRequest(url: peer.url("/tea?cups=2")))
        #expect(response.status == HTTPStatus(rawValue: 418))
        #expect(response.fields.values(of: "Set-Cookie") == ["a=1", "b=2"])
        #expect(response.fields["X-Empty"] == "")
        #expect(response.body == Data("hello".utf8))
        #expect(peer.requests.first?.target == "/tea?cups=2")
        #expect(peer.requests.first?.method == .get)
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
    func sendsMethodFieldsAndBody(method: HTTPMethod) async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        let body = Data((0...255).map { UInt8($0) })
        _ = try await transport.send(
            HTTPRequest(
                method: method, url: peer.url(),
                fields: ["Content-Type": "application/octet-stream", "X-Name": "José", "X-Empty": ""],
                body: .bytes(body)))
        let request = try #require(peer.requests.first)
        #expect(request.method == method)
        #expect(request.body == body)
        #expect(request.fields["Content-Type"] == "application/octet-stream")
        #expect(request.fields["X-Name"] == "José")
        #expect(request.fields["X-Empty"] == "")
        #expect(request.fields["Expect"] == nil)
        #expect(request.fields["User-Agent"] == "essential-tests/1.0")
        #expect(request.fields["Host"] == "127.0.0.1:\(peer.port)")
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch])
    func tellsThatThereIsNoBody(method: HTTPMethod) async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        _ = try await transport.send(HTTPRequest(method: method, url: peer.url()))
        #expect(peer.requests.first?.method == method)
        #expect(peer.requests.first?.fields["Content-Length"] == "0")
        #expect(peer.requests.first?.fields["Content-Type"] == nil)
    }

    @Test(arguments: [HTTPMethod.delete, .options, .get])
    func sendsNoBodyWhereNoneIsExpected(method: HTTPMethod) async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        _ = try await transport.send(HTTPRequest(method: method, url: peer.url()))
        #expect(peer.requests.first?.method == method)
        #expect(peer.requests.first?.fields["Content-Length"] == nil)
    }

    @Test func readsNoBodyAfterHead() async throws {
        let peer = try LoopbackPeer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n")
        let response = try await transport.send(HTTPRequest(method: .head, url: peer.url()))
        #expect(response.fields["Content-Length"] == "999999999999")
        #expect(response.body.isEmpty)
    }

    @Test func sendsAFile() async throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 1)
        let contents = Data((0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        try contents.write(to: URL(filePath: folder.path(of: "picture")))
        let peer = try LoopbackPeer(answering: answer("", status: "201 Created"))
        let response = try await transport.send(
            HTTPRequest(method: .post, url: peer.url(), body: .file(path: folder.path(of: "picture"))))
        #expect(response.status == .created)
        let isWhole = peer.requests.first?.body.elementsEqual(contents) == true
        #expect(isWhole)
        #expect(peer.requests.first?.fields["Content-Length"] == "3000000")
        #expect(peer.requests.first?.fields["Expect"] == nil)
    }

    @Test func sendsALargeBodyFromMemory() async throws {
        let contents = Data(repeating: 0x5A, count: 3_000_000)
        let peer = try LoopbackPeer(answering: answer(""))
        _ = try await transport.send(HTTPRequest(method: .post, url: peer.url(), body: .bytes(contents)))
        let isWhole = peer.requests.first?.body.elementsEqual(contents) == true
        #expect(isWhole)
    }

    @Test(arguments: ["missing", "."])
    func reportsAFileThatCannotBeSent(name: String) async throws {
        let folder = try TemporaryFolder()
        let peer = try LoopbackPeer(answering: answer(""))
        let error = await failure {
            try await transport.send(
                HTTPRequest(method: .post, url: peer.url(), body: .file(path: folder.path(of: name))))
        }
        #expect(error?.kind == .fileSystem)
        #expect(peer.requests.isEmpty)
    }

    @Test func usesOneConnectionForManyRequests() async throws {
        let peer = try LoopbackPeer(answering: answer("ok"))
        for _ in 0..<20 { _ = try await transport.send(HTTPRequest(url: peer.url())) }
        #expect(peer.requests.count == 20)
        #expect(peer.connectionCount == 1)
    }

    @Test func leavesOutInterimHeadsAndTrailers() async throws {
        let peer = try LoopbackPeer(
            answering: """
                HTTP/1.1 103 Early Hints\r
                Link: </style.css>\r
                \r
                HTTP/1.1 200 OK\r
                Transfer-Encoding: chunked\r
                X-Folded: one\r
                  two\r
                \r
                2\r
                ok\r
                0\r
                X-Trailer: late\r
                \r

                """)
        let response = try await transport.send(HTTPRequest(url: peer.url()))
        #expect(response.status == .ok)
        #expect(response.body == Data("ok".utf8))
        #expect(response.fields["Link"] == nil)
        #expect(response.fields["X-Trailer"] == nil)
        #expect(response.fields["X-Folded"] == "one two")
    }

    @Test func readsOldHeaderTextAsLatin1() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send(
                Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Old: caf".utf8) + [0xE9, 0x0D, 0x0A, 0x0D, 0x0A])
        }
        let response = try await transport.send(HTTPRequest(url: peer.url()))
        #expect(response.fields["X-Old"] == "café")
    }

    @Test func runsManyRequestsAtOnce() async throws {
        let peer = try LoopbackPeer { connection in
            while let request = try connection.readRequest() { try connection.send(answer(request.target)) }
        }
        let transport = transport
        let bodies = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
            for number in 0..<500 {
                group.addTask { (number, try await transport.send(HTTPRequest(url: peer.url("/\(number)"))).body) }
            }
            return try await group.reduce(into: [Int: Data]()) { $0[$1.0] = $1.1 }
        }
        #expect(bodies.count == 500)
        #expect(bodies.allSatisfy { $0.value == Data("/\($0.key)".utf8) })
        #expect(peer.connectionCount <= 32)
    }
}
