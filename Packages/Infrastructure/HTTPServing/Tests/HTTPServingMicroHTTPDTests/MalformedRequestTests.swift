import HTTPServingAPI
import HTTPServingTesting
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
        ("GET /hello\0.png HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\nHost: t\n\n", 400),
        ("GET /hello HTTP/1.1\r\nHost: t\r\nX: a\0b\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n", 400),
        ("GET /hello HTTP/2.0\r\nHost: t\r\n\r\n", 505),
        ("GET /hello\r\n\r\n", 400),
        ("POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        ("POST /count HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n", 400),
        ("POST /count HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n", 400),
        ("GET http://other/hello HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET http://t@other/hello HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\nHost: t/x\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\nHost: u@t\r\n\r\n", 400),
        ("GET t:80 HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("CONNECT t:80 HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("TRACE /hello HTTP/1.1\r\nHost: t\r\n\r\n", 405),
        ("FROB /hello HTTP/1.1\r\nHost: t\r\n\r\n", 405),
        ("GET /missing HTTP/1.1\r\nHost: t\r\n\r\n", 404),
    ]

    @Test(arguments: requests) func refuses(_ request: String, with status: Int) async throws {
        try await TestServer.run([.hello, .count]) { server in
            let answer = try await server.exchange(request)
            #expect(answer?.status == status)
            #expect(answer?.isComplete == true)
            #expect(answer?.fields[.contentType] == "application/problem+json")
            #expect(answer?.fields["X-Content-Type-Options"] == "nosniff")
            #expect(answer?.fields[.requestID] == "request-1")
            #expect(answer?.fields.values(of: .contentLength).count == 1)
            await server.observer.waitForReports(1)
            #expect(server.observer.reports.first?.status?.rawValue == status)
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

    /// What is right before it is answered, and the connection ends.
    @Test func answersTheRequestBeforeOneThatIsNone() async throws {
        let requests = [
            "GET /hello HTTP/1.1\r\nHost: t\r\n\r\nGET /hello HTTP/1.1\nHost: t\r\n\r\n",
            "POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nab\0",
        ]
        try await TestServer.run([.hello, .count]) { server in
            for request in requests {
                let connection = try server.connect()
                await connection.send(request)
                let all = String(decoding: await connection.receiveAll() ?? [], as: UTF8.self)
                #expect(all.hasPrefix("HTTP/1.1 200"))
                #expect(all.contains("\r\nConnection: close\r\n"))
                #expect(all.split(separator: "HTTP/1.1 ").count == 1)
            }
        }
    }

    /// The second half of a head can be wrong as well as the first, and a body's
    /// chunks while the handler reads them.
    @Test(arguments: [
        ("GET /he", "llo\0 HTTP/1.1\r\nHost: t\r\n\r\n"), ("GET /hello HTTP/1.1\r\nHo", "st: t\n\r\n"),
        ("POST /count HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na", "\n0\r\n\r\n"),
    ])
    func refusesWhatTurnsOutWrongLater(_ first: String, _ second: String) async throws {
        try await TestServer.run([.hello, .count]) { server in
            let connection = try server.connect()
            await connection.send(first)
            #expect(await connection.waitForInput(milliseconds: 100) == false)
            await connection.send(second)
            let answer = try #require(await ResponseReader(connection).next())
            #expect(answer.status == 400)
            #expect(answer.fields[.contentType] == "application/problem+json")
            #expect(await connection.receiveAll() == [])
            await server.observer.waitForReports(1)
            #expect(server.observer.reports.map(\.status) == [.badRequest])
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
