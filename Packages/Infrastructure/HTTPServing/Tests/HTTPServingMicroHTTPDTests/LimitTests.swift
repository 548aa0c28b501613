import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPTypes
import KernelTesting
import Testing

struct LimitTests {
    private static func post(_ fields: String) -> String { "POST /count HTTP/1.1\r\nHost: t\r\n\(fields)\r\n" }

    @Test func refusesTwoGigabytesBeforeReading() async throws {
        try await TestServer.run([.count]) { server in
            let answer = try #require(await server.exchange(Self.post("Content-Length: 2147483648\r\n")))
            #expect(answer.status == 413)
            #expect(answer.fields[.contentType] == "application/problem+json")
            #expect(answer.text.contains("body_too_large"))
        }
    }

    @Test func refusesALengthThatOverflows() async throws {
        try await TestServer.run([.count]) { server in
            let answer = try await server.exchange(Self.post("Content-Length: 99999999999999999999999999\r\n"))
            #expect(answer?.status == 413 || answer?.status == 400)
        }
    }

    @Test func aClientThatSendsOnStillReadsWhyItWasRefused() async throws {
        try await TestServer.run([.count]) { server in
            let connection = try server.connect()
            await connection.send(Self.post("Content-Length: 6000000\r\n"))
            await connection.send([UInt8](repeating: 97, count: 6_000_000))
            let answer = await ResponseReader(connection).next()
            #expect(answer?.status == 413)
        }
    }

    /// As a browser does, which reads when it has sent everything.
    @Test(arguments: ["GET", "POST"]) func whoSendsMoreThanAnyRouteTakesStillReadsWhy(_ method: String) async throws {
        try await TestServer.run([.count]) { server in
            let connection = try server.connect(), piece = [UInt8](repeating: 97, count: 1 << 20)
            await connection.send("\(method) /count HTTP/1.1\r\nHost: t\r\nContent-Length: \(100 << 20)\r\n\r\n")
            for number in 0..<100 {
                guard await connection.send(piece) else {
                    Issue.record("it is reset after \(number) MB")
                    return
                }
            }
            let answer = try #require(await ResponseReader(connection).next())
            #expect(answer.status == 413 && answer.text.contains("64 MB"), "\(answer.text)")
        }
    }

    @Test func countsAChunkedBodyToo() async throws {
        try await TestServer.run([.count]) { server in
            let connection = try server.connect()
            await connection.send(Self.post("Transfer-Encoding: chunked\r\n"))
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 97, count: 0x10000) + Array("\r\n".utf8)
            for _ in 0..<20 { await connection.send(chunk) }
            await connection.send("0\r\n\r\n")
            let answer = await ResponseReader(connection).next()
            #expect(answer?.status == 413)
        }
    }

    @Test func limitsAChunkedBodyOfARouteWithoutLimit() async throws {
        let greedy = Route(.post, "/greedy", bodyLimit: .max) { request in
            .text(String(try await request.body.collect().count))
        }
        try await TestServer.run([greedy], settings: .test(limits: HTTPServerLimits(bodyBytes: 100_000))) { server in
            let connection = try server.connect()
            await connection.send("POST /greedy HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 97, count: 0x10000) + Array("\r\n".utf8)
            for _ in 0..<2 { await connection.send(chunk) }
            await connection.send("0\r\n\r\n")
            let answer = await ResponseReader(connection).next()
            #expect(answer?.status == 413)
        }
    }

    @Test func disconnectsAClientThatNeverStopsSending() async throws {
        let limits = HTTPServerLimits(discardedBytes: 1_000_000)
        try await TestServer.run([.count], settings: .test(limits: limits)) { server in
            let connection = try server.connect()
            await connection.send(Self.post("Transfer-Encoding: chunked\r\n"))
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 97, count: 0x10000) + Array("\r\n".utf8)
            var sent = 0
            while sent < 2000, await connection.send(chunk) { sent += 1 }
            #expect(sent < 2000)
        }
    }

    @Test(arguments: [15_000, 17_000, 20_000, 24_000, 28_000, 33_000, 100_000])
    func limitsHeaderBytes(_ count: Int) async throws {
        try await TestServer.run([.hello]) { server in
            let connection = try server.connect()
            await connection.send(
                "GET /hello HTTP/1.1\r\nHost: t\r\nX: \(String(repeating: "x", count: count))\r\n\r\n")
            let answer = await ResponseReader(connection).next()
            #expect(answer?.status == (count < 16_000 ? 200 : 431))
            let next = try await server.get("/hello")
            #expect(next?.status == 200)
        }
    }

    /// A browser names the language before its cookies.
    @Test(.requirement("L10N-01"), arguments: [("es-ES,es;q=0.9", "demasiado grandes"), ("en", "are too large")])
    func whoHasTooManyCookiesIsToldInTheirLanguage(_ language: String, _ words: String) async throws {
        try await TestServer.run([.hello]) { server in
            let connection = try server.connect()
            let fields = "Host: t\r\nAccept-Language: \(language)\r\n"
            let cookie = "Cookie: \(String(repeating: "x", count: 17_000))\r\n"
            #expect(await connection.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.status == 200)
            await connection.send("GET /hello HTTP/1.1\r\n\(fields)\(cookie)\r\n")
            let answer = try #require(await ResponseReader(connection).next())
            #expect(answer.status == 431 && answer.text.contains(words), "\(answer.text)")
            #expect(answer.fields[.contentLanguage] == String(language.prefix(2)))
        }
    }

    @Test(arguments: [2000, 20_000]) func limitsManySmallFields(_ count: Int) async throws {
        try await TestServer.run([.hello]) { server in
            let connection = try server.connect()
            let fields = (0..<count).map { "a\($0): b\r\n" }.joined()
            await connection.send("GET /hello HTTP/1.1\r\nHost: t\r\n\(fields)\r\n")
            let answer = await ResponseReader(connection).next()
            #expect(answer?.status == 431)
        }
    }

    @Test(arguments: [8000, 9000, 14_000, 40_000]) func limitsTheTarget(_ count: Int) async throws {
        let route = Route(.get, "/{name}") { _ in .noContent }
        try await TestServer.run([route]) { server in
            let answer = try await server.get("/" + String(repeating: "x", count: count))
            #expect(answer?.status == (count < 8192 ? 204 : 414))
        }
    }

    @Test func closesASilentConnection() async throws {
        let limits = HTTPServerLimits(idleTime: .seconds(1))
        try await TestServer.run([.hello], settings: .test(limits: limits)) { server in
            let silent = try server.connect()
            // The time may be over before a busy machine comes to send anything.
            var used = try server.connect()
            while await used.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.status != 200 {
                used = try server.connect()
            }
            let stuck = try server.connect()
            await stuck.send("POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc")
            #expect(await silent.receiveAll() == [])
            #expect(await used.receiveAll() == [])
            #expect(await stuck.receiveAll() != nil)
        }
    }

    @Test func closesAConnectionWhoseHeaderComesByteByByte() async throws {
        let limits = HTTPServerLimits(headerTime: .seconds(1))
        try await TestServer.run([.hello], settings: .test(limits: limits)) { server in
            let connection = try server.connect()
            let isClosed = await connection.drip("GET /hello HTTP/1.1\r\nHost: " + String(repeating: "t", count: 100))
            #expect(isClosed)
        }
    }

    @Test func closesAConnectionWhoseBodyComesByteByByte() async throws {
        let limits = HTTPServerLimits(bodyTime: .seconds(1), bodyRate: 100)
        try await TestServer.run([.count], settings: .test(limits: limits)) { server in
            let connection = try server.connect()
            await connection.send(Self.post("Content-Length: 1000\r\n"))
            let isClosed = await connection.drip(String(repeating: "t", count: 100))
            #expect(isClosed)
        }
    }

    @Test func servesAThousandConnections() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, 8192)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try await TestServer.run([.hello]) { server in
            let connections = try (0..<1000).map { _ in try server.connect() }
            for connection in connections { await connection.send("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n") }
            var answered = 0
            for connection in connections where await ResponseReader(connection).next()?.text == "hello" {
                answered += 1
            }
            #expect(answered == 1000)
            for connection in connections.prefix(10) {
                #expect(await connection.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.text == "hello")
            }
        }
    }
}

extension RawConnection {
    /// Sends a byte each time that nothing came for a tenth of a second, and
    /// tells whether the server closed the connection before the last byte.
    func drip(_ text: String) async -> Bool {
        for byte in text.utf8 {
            guard await waitForInput(milliseconds: 100) == false else { return true }
            guard await send([byte]) else { return true }
        }
        return false
    }
}
