import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Testing

struct MalformedRequestTests {
    static let requests: [(String, Int)] = [
        ("GET /%zz HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET /%ff HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET /%00 HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET /hello?q=%ff HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET hello HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET /hel lo HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\nHost: t\r\nBad Name: x\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\nHost: t\r\nContent-Length : 3\r\n\r\nabc", 400),
        ("GET /hello HTTP/1.1\r\nHost: t\r\nX: a\u{1}b\r\n\r\n", 400),
        ("POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: abc\r\n\r\n", 400),
        ("POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: +1\r\n\r\na", 400),
        ("POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        ("POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST /count HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST /count HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        ("POST /count HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        ("POST /count HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
        ("FROB /hello HTTP/1.1\r\nHost: t\r\n\r\n", 405),
        ("GET /missing HTTP/1.1\r\nHost: t\r\n\r\n", 404),
    ]

    @Test(arguments: requests) func refuses(_ request: String, with status: Int) async throws {
        try await TestServer.run([.hello, .count]) { server in
            let answer = try await server.exchange(request)
            #expect(answer?.status == status)
            #expect(answer?.isComplete == true)
            // The server goes on.
            let next = try await server.get("/hello")
            #expect(next?.text == "hello")
        }
    }

    @Test func refusesAPathThatIsNotUTF8() async throws {
        try await TestServer.run([.hello]) { server in
            let connection = try server.connect()
            await connection.send(Array("GET /caf".utf8) + [0xE9] + Array(" HTTP/1.1\r\nHost: t\r\n\r\n".utf8))
            let answer = try #require(await ResponseReader(connection).next())
            #expect(answer.status == 400)
            #expect(answer.fields[.contentType] == "application/problem+json")
        }
    }

    @Test func neverTakesABodyForARequest() async throws {
        // The body holds a request of its own: one that is served would be one
        // that a proxy in front has not seen.
        let smuggled = "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n"
        let requests = [
            "POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                + smuggled,
            "POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\nContent-Length: 32\r\n\r\n" + smuggled,
            "POST /count HTTP/1.1\r\nHost: t\r\nTransfer-Encoding : chunked\r\nContent-Length: 32\r\n\r\n" + smuggled,
            "POST /missing HTTP/1.1\r\nHost: t\r\nContent-Length: 32\r\n\r\n" + smuggled,
        ]
        try await TestServer.run([.hello, .count]) { server in
            for request in requests {
                let connection = try server.connect()
                await connection.send(request)
                connection.finishSending()
                let all = String(decoding: await connection.receiveAll() ?? [], as: UTF8.self)
                #expect(all.split(separator: "HTTP/1.1 ").count == 1, "\(request)")
                #expect(!all.contains("hello"))
            }
        }
    }

    @Test func survivesNoise() async throws {
        try await TestServer.run([.hello, .count]) { server in
            var random = SeededGenerator(seed: 7)
            let model = Array(Self.requests.map(\.0).joined().utf8)
            for _ in 0..<200 {
                let start = Int.random(in: 0..<model.count, using: &random)
                var bytes = Array(model[start..<min(start + Int.random(in: 1...400, using: &random), model.count)])
                for _ in 0..<Int.random(in: 0...8, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let connection = try server.connect()
                await connection.send(bytes)
                connection.finishSending()
                _ = await connection.receiveAll()
            }
            let answer = try await server.get("/hello")
            #expect(answer?.text == "hello")
        }
    }
}
