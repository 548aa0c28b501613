import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

struct StreamingTests {
    // MARK: Bodies of requests

    @Test func readsALargeBodyInPieces() async throws {
        let route = Route(.post, "/sum", bodyLimit: .max) { request in
            var sum = 0
            var chunks = 0
            for try await chunk in request.body {
                sum += chunk.reduce(0) { $0 + Int($1) }
                chunks += 1
            }
            return .text("\(sum) \(chunks > 1)")
        }
        try await TestServer.run([route]) { server in
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
            let sum = bytes.reduce(0) { $0 + Int($1) }
            let connection = try server.connect()
            await connection.send("POST /sum HTTP/1.1\r\nHost: t\r\nContent-Length: \(bytes.count)\r\n\r\n")
            await connection.send(bytes)
            #expect(await ResponseReader(connection).next()?.text == "\(sum) true")
        }
    }

    @Test func readsAChunkedBody() async throws {
        try await TestServer.run([.count]) { server in
            let connection = try server.connect()
            let answer = await connection.exchange(
                "POST /count HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nabc\r\n5;ext=1\r\ndefgh\r\n0\r\nTrailer: x\r\n\r\n")
            #expect(answer?.text == "8")
            #expect(
                await connection.exchange("POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\na")?.text == "1")
        }
    }

    @Test func holdsTheClientBackWhileTheHandlerIsBusy() async throws {
        let gate = Gate()
        let total = 64 * 1024 * 1024
        let route = Route(.post, "/slow", bodyLimit: .max) { request in
            var iterator = request.body.makeAsyncIterator()
            var count = try await iterator.next()?.count ?? 0
            await gate.wait()
            while let chunk = try await iterator.next() { count += chunk.count }
            return .text(String(count))
        }
        let settings = HTTPServerSettings.test(limits: HTTPServerLimits(bodyBytes: total))
        try await TestServer.run([route], settings: settings) { server in
            let connection = try server.connect()
            await connection.send("POST /slow HTTP/1.1\r\nHost: t\r\nContent-Length: \(total)\r\n\r\n")
            let bytes = [UInt8](repeating: 97, count: total)
            let sent = await connection.sendUntilBlocked(bytes)
            #expect(sent < total / 2)
            await gate.open()
            await connection.send(Array(bytes[sent...]))
            #expect(await ResponseReader(connection).next()?.text == String(total))
        }
    }

    @Test func answersToExpectOnlyWhenTheHandlerReads() async throws {
        let refusing = Route(.post, "/refuse", bodyLimit: 1 << 20) { _ in throw HTTPProblem.forbidden }
        try await TestServer.run([.count, refusing]) { server in
            let fields = "Host: t\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            let reading = try server.connect()
            let reader = ResponseReader(reading)
            await reading.send("POST /count HTTP/1.1\r\n" + fields)
            #expect(await reader.next()?.status == 100)
            await reading.send("abcde")
            #expect(await reader.next()?.text == "5")
            let refused = try await server.exchange("POST /refuse HTTP/1.1\r\n" + fields)
            #expect(refused?.status == 403)
        }
    }

    @Test func keepsTheConnectionWhenASmallBodyIsNotRead() async throws {
        let refusing = Route(.post, "/refuse") { _ in throw HTTPProblem.forbidden }
        try await TestServer.run([.hello, refusing]) { server in
            let connection = try server.connect()
            #expect(
                await connection.exchange("POST /refuse HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nabcde")?.status
                    == 403)
            #expect(await connection.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.status == 200)
        }
    }

    @Test func tellsTheHandlerThatTheBodyIsIncomplete() async throws {
        let outcome = Promise<String>()
        let route = Route(.post, "/read", bodyLimit: 1 << 20) { request in
            do {
                _ = try await request.body.collect()
                outcome.fulfil("complete")
            } catch {
                outcome.fulfil((error as? HTTPProblem)?.code ?? "\(error)")
            }
            return .noContent
        }
        try await TestServer.run([route]) { server in
            let connection = try server.connect()
            await connection.send("POST /read HTTP/1.1\r\nHost: t\r\nContent-Length: 500000\r\n\r\nabc")
            connection.finishSending()
            #expect(await outcome.value() == "incomplete_body")
        }
    }

    // MARK: Bodies of answers

    @Test func sendsABodyWhileItIsMade() async throws {
        let gate = Gate()
        let route = Route(.get, "/stream") { _ in
            ServerResponse(
                body: .stream { writer in
                    try await writer.write(Data("first ".utf8))
                    await gate.wait()
                    try await writer.write(Data("second".utf8))
                })
        }
        try await TestServer.run([route]) { server in
            let connection = try server.connect()
            await connection.send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\n")
            let reader = ResponseReader(connection)
            let start = await reader.take(through: Array("first ".utf8))
            #expect(String(decoding: start ?? [], as: UTF8.self).contains("Transfer-Encoding: chunked"))
            await gate.open()
            let end = await reader.take(through: Array("0\r\n\r\n".utf8))
            #expect(String(decoding: end ?? [], as: UTF8.self).contains("second"))
        }
    }

    @Test func holdsTheHandlerBackWhileTheClientIsBusy() async throws {
        let total = 64 * 1024 * 1024
        let piece = Data(repeating: 97, count: 32 * 1024)
        let stalledAt = Promise<Int>()
        let route = Route(.get, "/stream") { _ in
            ServerResponse(
                body: .stream { writer in
                    var written = 0
                    while written < total {
                        let count = written
                        let watch = Task {
                            try await Task.sleep(for: .milliseconds(300))
                            stalledAt.fulfil(count)
                        }
                        try await writer.write(piece)
                        watch.cancel()
                        written += piece.count
                    }
                    stalledAt.fulfil(written)
                })
        }
        try await TestServer.run([route]) { server in
            let connection = try server.connect()
            await connection.send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(await stalledAt.value() < total / 2)
            let answer = await ResponseReader(connection).next()
            #expect(answer?.isComplete == true)
            #expect(answer?.body.count == total)
        }
    }

    @Test func breaksOffWhenTheHandlerFails() async throws {
        struct Failure: Error {}
        let route = Route(.get, "/stream") { _ in
            ServerResponse(
                body: .stream { writer in
                    try await writer.write(Data("first".utf8))
                    throw Failure()
                })
        }
        try await TestServer.run([route]) { server in
            let answer = try await server.get("/stream")
            #expect(answer?.isComplete == false)
            await server.observer.waitForReports(1)
            #expect(server.observer.failures.first is Failure)
            #expect(server.observer.reports.first?.isComplete == false)
        }
    }

    @Test func endsAStreamToHTTP10ByClosing() async throws {
        let route = Route(.get, "/stream") { _ in
            ServerResponse(body: .stream { writer in for _ in 0..<3 { try await writer.write(Data("abc".utf8)) } })
        }
        try await TestServer.run([route]) { server in
            let connection = try server.connect()
            await connection.send("GET /stream HTTP/1.0\r\n\r\n")
            let all = String(decoding: await connection.receiveAll() ?? [], as: UTF8.self)
            #expect(all.hasSuffix("\r\n\r\nabcabcabc"))
        }
    }

    @Test func makesNoBodyForHEAD() async throws {
        let isMade = Locked(false)
        let route = Route(.get, "/stream") { _ in
            ServerResponse(body: .stream { _ in isMade.withLock { $0 = true } })
        }
        try await TestServer.run([.hello, route]) { server in
            let connection = try server.connect()
            let answer = await connection.exchange("HEAD /stream HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(answer?.status == 200)
            // What the library sends behind the header is nobody's next answer.
            #expect(answer?.fields[.connection] == "close")
            #expect(await connection.receiveAll() != nil)
            #expect(!isMade.current)
            let other = try server.connect()
            #expect(await other.exchange("HEAD /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.status == 200)
            #expect(await other.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.text == "hello")
        }
    }

    // MARK: Events

    @Test func sendsEventsAndEndsThem() async throws {
        let route = Route(.get, "/events") { _ in
            .eventStream { events in
                for number in 1...3 {
                    try await events.send(ServerSentEvent(id: "\(number)", event: "tick", data: "a\nb"))
                }
            }
        }
        try await TestServer.run([route]) { server in
            let answer = try #require(await server.get("/events"))
            #expect(answer.fields[.contentType] == "text/event-stream")
            #expect(answer.fields[.cacheControl] == "no-store")
            #expect(answer.isComplete)
            #expect(answer.text == ":\n\n" + (1...3).map { "id: \($0)\nevent: tick\ndata: a\ndata: b\n\n" }.joined())
        }
    }

    @Test func keepsAnIdleEventStreamAlive() async throws {
        let clock = ManualClock()
        let route = Route(.get, "/events") { _ in
            .eventStream(heartbeat: .seconds(15), clock: clock) { _ in try await waitForCancellation() }
        }
        let settings = HTTPServerSettings.test(limits: HTTPServerLimits(idleTime: .seconds(1)))
        try await TestServer.run([route], settings: settings) { server in
            let connection = try server.connect()
            await connection.send("GET /events HTTP/1.1\r\nHost: t\r\n\r\n")
            let reader = ResponseReader(connection)
            for _ in 0..<3 {
                #expect(await reader.take(through: Array(":\n\n".utf8)) != nil)
                await clock.waitForSleepers()
                clock.advance(by: .seconds(15))
            }
        }
    }
}
