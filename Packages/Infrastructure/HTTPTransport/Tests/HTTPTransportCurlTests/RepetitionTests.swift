import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import Testing

/// What happens when a connection that is used again turns out to be closed.
@Suite(.timeLimit(.minutes(15)))
struct RepetitionTests {
    private let transport = Transport().transport

    /// Answers the first request of each connection and closes at the second
    /// one, after reading it.
    private func forgetful() throws -> LoopbackPeer {
        try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send(answer("ok"))
            try connection.readRequest()
        }
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete])
    func repeatsWhatDoesNoHarmTwice(method: HTTPMethod) async throws {
        let peer = try forgetful()
        _ = try await transport.send(HTTPRequest(url: peer.url()))
        let body: HTTPRequest.Body? = method == .put ? .bytes(Data("x".utf8)) : nil
        let response = try await transport.send(HTTPRequest(method: method, url: peer.url(), body: body))
        #expect(response.status == .ok)
        #expect(peer.requests.map(\.method) == [.get, method, method])
        #expect(peer.requests.map(\.connection) == [1, 1, 2])
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func doesNotRepeatWhatMightHaveBeenDone(method: HTTPMethod) async throws {
        let peer = try forgetful()
        _ = try await transport.send(HTTPRequest(url: peer.url()))
        let error = await failure {
            try await transport.send(HTTPRequest(method: method, url: peer.url(), body: .bytes(Data("x".utf8))))
        }
        #expect(error?.kind == .connectivity)
        #expect(peer.requests.map(\.method) == [.get, method])
    }

    @Test func repeatsWhatTheServerKnowsAgain() async throws {
        let peer = try forgetful()
        _ = try await transport.send(HTTPRequest(url: peer.url()))
        let request = HTTPRequest(
            method: .post, url: peer.url(), fields: ["Idempotency-Key": "1"], body: .bytes(Data("x".utf8)))
        #expect(try await transport.send(request).status == .ok)
        #expect(peer.requests.map(\.method) == [.get, .post, .post])
        #expect(peer.requests.last?.body == Data("x".utf8))
    }
}
