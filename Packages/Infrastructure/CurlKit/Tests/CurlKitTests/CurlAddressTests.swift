import CurlKit
import Testing

@Suite(.timeLimit(.minutes(15)))
struct CurlAddressTests {
    private let loop = CurlLoop()
    /// Handles with a preset are used again as they are.
    private let preset = CurlPreset { (handle) throws(CurlError) in try handle.set(.noProxy, "*") }

    /// The first line of what a listener gets.
    private func request(
        _ listener: Listener, _ setAddress: @escaping @Sendable (CurlEasyHandle) throws(CurlError) -> Void
    ) async -> Substring {
        var behaviour = RecordingTransfer.Behaviour(configure: setAddress)
        behaviour.preset = preset
        async let request = listener.waitForConnection()
        #expect(await loop.run(behaviour).outcome.code == .ok)
        return await request.prefix { $0 != "\r\n" }
    }

    @Test func asksTheServerThatWasSetLast() async throws {
        for _ in 0..<2 {
            let listener = try Listener(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let server = "http://127.0.0.1:\(listener.port)/"
            let parts = await request(listener) { (handle) throws(CurlError) in
                try handle.setAddress(server: server, path: "/a/b", query: "c=d")
            }
            #expect(parts == "GET /a/b?c=d HTTP/1.1")
            let withoutQuery = await request(listener) { (handle) throws(CurlError) in
                try handle.setAddress(server: server, path: "/e", query: nil)
            }
            #expect(withoutQuery == "GET /e HTTP/1.1")
            let whole = await request(listener) { (handle) throws(CurlError) in try handle.set(.url, server + "f?g") }
            #expect(whole == "GET /f?g HTTP/1.1")
        }
    }

    @Test(arguments: [("nonsense://127.0.0.1/", "/"), ("http://127.0.0.1/", "/a\u{0}b"), ("http://a\u{0}b/", "/")])
    func refusesWhatIsNoAddress(server: String, path: String) async {
        let outcome = await loop.run(
            .init(configure: { (handle) throws(CurlError) in
                try handle.setAddress(server: server, path: path, query: nil)
            })
        ).outcome
        #expect(outcome.code == .malformedURL)
    }
}
