import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct RedirectTests {
    private let transport = Transport().transport

    /// Points from `/from` to `target` and says elsewhere what was asked.
    private func redirecting(_ status: Int, to target: String) throws -> LoopbackPeer {
        try LoopbackPeer { connection in
            while let request = try connection.readRequest() {
                let isFirst = request.target == "/from"
                try connection.send(
                    isFirst
                        ? answer("", status: "\(status) Elsewhere", fields: "Location: \(target)\r\n") : answer("there")
                )
            }
        }
    }

    @Test func returnsARedirectUnlessToldToFollow() async throws {
        let peer = try redirecting(302, to: "/to")
        let response = try await transport.send(HTTPRequest(url: peer.url("/from")))
        #expect(response.status.rawValue == 302)
        #expect(response.fields[.location] == "/to")
        #expect(peer.requests.count == 1)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func followsWhenTold(status: Int) async throws {
        let peer = try redirecting(status, to: "to?q=1")
        let request = HTTPRequest(
            method: .post, url: peer.url("/from"), fields: ["Content-Type": "text/plain", "Authorization": "Bearer x"],
            body: .bytes(Data("body".utf8)), redirects: .followed(maximum: 1))
        let response = try await transport.send(request)
        #expect(response.body == Data("there".utf8))
        let second = try #require(peer.requests.last)
        let keepsBody = status >= 307
        #expect(second.target == "/to?q=1")
        #expect(second.method == (keepsBody ? .post : .get))
        #expect(second.body == Data((keepsBody ? "body" : "").utf8))
        #expect(second.fields[.contentType] == (keepsBody ? "text/plain" : nil))
        #expect(second.fields[.authorization] == "Bearer x")
    }

    @Test func leavesCredentialsOutElsewhere() async throws {
        let other = try LoopbackPeer(answering: answer("there"))
        let peer = try redirecting(302, to: other.url("/to").absoluteString)
        let request = HTTPRequest(
            url: peer.url("/from"), fields: ["Authorization": "Bearer x", "Cookie": "a=1", "Accept": "text/plain"],
            redirects: .followed(maximum: 3))
        _ = try await transport.send(request)
        let second = try #require(other.requests.first)
        #expect(second.fields[.authorization] == nil)
        #expect(second.fields["Cookie"] == nil)
        #expect(second.fields[.accept] == "text/plain")
    }

    @Test(
        .requirement("ATS-01", "ATS-02"), arguments: ["http://example.com/", "//example.com/", "http://app.localhost/"])
    func refusesARedirectToPlainHTTPElsewhere(target: String) async throws {
        let peer = try redirecting(302, to: target)
        let request = HTTPRequest(url: peer.url("/from"), redirects: .followed(maximum: 3))
        let error = await failure { try await transport.send(request) }
        #expect(error == .insecureAddress)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://user:word@127.0.0.1/", "https://"])
    func refusesARedirectToWhatIsNoAddress(target: String) async throws {
        let peer = try redirecting(302, to: target)
        let request = HTTPRequest(url: peer.url("/from"), redirects: .followed(maximum: 3))
        let error = await failure { try await transport.send(request) }
        #expect([.invalidResponse, .invalidRequest, .insecureAddress].contains(error?.kind))
    }

    @Test func givesUpInACircle() async throws {
        let peer = try LoopbackPeer(answering: answer("", status: "302 Found", fields: "Location: /again\r\n"))
        let request = HTTPRequest(url: peer.url(), redirects: .followed(maximum: 5))
        let error = await failure { try await transport.send(request) }
        #expect(error?.kind == .invalidResponse)
        #expect(peer.requests.count == 6)
    }

    @Test func followsInDownloadsAndStreams() async throws {
        let peer = try redirecting(302, to: "/to")
        let folder = try TemporaryFolder()
        let request = HTTPRequest(url: peer.url("/from"), redirects: .followed(maximum: 1))
        _ = try await transport.download(request, toFile: folder.path(of: "file"))
        #expect(folder.contents(of: "file") == Array("there".utf8))
        var iterator = try await transport.stream(request).body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("there".utf8))
    }

    @Test func allStepsTogetherHaveTheTotalTime() async throws {
        let peer = try LoopbackPeer { connection in
            while try connection.readRequest() != nil {
                connection.idle(milliseconds: 150)
                try connection.send(answer("", status: "302 Found", fields: "Location: /again\r\n"))
            }
        }
        let request = HTTPRequest(
            url: peer.url(), limits: HTTPLimits(total: .milliseconds(400)), redirects: .followed(maximum: 100))
        let error = await failure { try await transport.send(request) }
        #expect(error == .timedOut)
        #expect(peer.requests.count <= 4)
    }
}
