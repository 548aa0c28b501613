import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

/// The peer as another client sees it: the program curl would do, bash is
/// always there.
@Suite(.timeLimit(.minutes(15)))
struct LoopbackPeerTests {
    /// Sends text to a port and returns all that comes back.
    private func exchange(_ text: String, port: UInt16) async throws -> String {
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); cat >&3; cat <&3"
        return try await ChildProcess.run("bash", ["-c", script], input: text).outputText
    }

    @Test func readsRequestsAndAnswersThem() async throws {
        let peer = try LoopbackPeer { connection in
            for answer in ["one", "two"] {
                try connection.readRequest()
                try connection.send(answer)
            }
        }
        let answers = try await exchange(
            "POST /a?b=c HTTP/1.1\r\nContent-Length: 4\r\nX-Note: hello\r\n\r\nbody"
                + "PUT /d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
            port: peer.port)
        #expect(answers == "onetwo")
        #expect(peer.requests.map(\.method) == [.post, .put])
        #expect(peer.requests.map(\.target) == ["/a?b=c", "/d"])
        #expect(peer.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["body", "abcde"])
        #expect(peer.requests.first?.fields["x-note"] == "hello")
        #expect(peer.connectionCount == 1)
        await peer.waitForClosedConnections()
    }

    @Test func endsWithItsOwner() async throws {
        var peer: LoopbackPeer? = try LoopbackPeer { connection in
            try connection.readRequest()
            connection.stall()
        }
        let port = try #require(peer?.port)
        async let answer = exchange("GET / HTTP/1.1\r\n\r\n", port: port)
        await peer?.waitForRequests()
        peer = nil
        #expect(try await answer == "")
        let outcome = try await ChildProcess.run("bash", ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(port)"])
        #expect(outcome.exit == .status(1))
    }
}
