import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct FailureTests {
    private let transport = Transport().transport

    private func failure(of peer: LoopbackPeer) async -> HTTPTransportError? {
        await HTTPTransportCurlTests.failure {
            try await transport.send(HTTPRequest(url: peer.url()))
        }
    }

    @Test func nobodyListens() async throws {
        let address = try LoopbackPeer(answering: "").url()
        let error = await HTTPTransportCurlTests.failure {
            try await transport.send(HTTPRequest(url: address))
        }
        #expect(error?.kind == .connectivity)
    }

    @Test func theNameHasNoAddress() async throws {
        // RFC 6761 reserves .invalid for names that never exist.
        let request = HTTPRequest(url: try url("https://server.invalid/"))
        let error = await HTTPTransportCurlTests.failure { try await transport.send(request) }
        #expect(error?.kind == .connectivity)
    }

    @Test(.requirement("OFFLINE-01"))
    func whatComesAfterANameWithoutAnAddressFailsLikeIt() async throws {
        let request = HTTPRequest(
            method: .post, url: try url("https://server.invalid/"), body: .bytes(Data("body".utf8)))
        for _ in 1...3 {
            let error = await HTTPTransportCurlTests.failure { try await transport.send(request) }
            #expect(error?.kind == .connectivity, "\(String(describing: error))")
        }
    }

    @Test func theServerSaysNothing() async throws {
        let peer = try LoopbackPeer { try $0.readRequest() }
        #expect(await failure(of: peer)?.kind == .connectivity)
    }

    @Test func theServerResetsTheConnection() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            connection.drop()
        }
        #expect(await failure(of: peer)?.kind == .connectivity)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nhalf",
    ])
    func halfAnAnswerIsNone(answer: String) async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send(answer)
        }
        #expect(await failure(of: peer)?.kind == .connectivity)
    }

    @Test func aHeadThatBreaksOffIsNoAnswer() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Le")
        }
        let error = await failure(of: peer)
        #expect(error?.kind == .connectivity || error?.kind == .invalidResponse, "\(String(describing: error))")
    }

    @Test(arguments: [
        "no such thing as HTTP\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nbad name: 1\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n folded: 1\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX-Nul: a\u{0}b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain",
        "HTTP/1.1 200 OK\r\nContent-Encoding: rot13\r\nContent-Length: 5\r\n\r\nuryyb",
    ])
    func nonsenseIsNoAnswer(answer: String) async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send(answer)
            connection.stall()
        }
        let error = await failure(of: peer)
        #expect(error?.kind == .invalidResponse, "\(String(describing: error))")
    }

    @Test func reasonsHoldNothingOfTheRequest() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            connection.drop()
        }
        let request = HTTPRequest(
            method: .post, url: peer.url("/path-7f3a?token=query-7f3a"),
            fields: ["Authorization": "Bearer header-7f3a"], body: .bytes(Data("body-7f3a".utf8)))
        let error = await HTTPTransportCurlTests.failure { try await transport.send(request) }
        #expect(!"\(try #require(error))".contains("7f3a"))
    }
}
