import Dispatch
import FoundationEssentials
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import Testing

struct StoppingTests {
    private static let request = "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n"

    @Test func closesIdleConnections() async throws {
        let connections = try await TestServer.run([.hello]) { server in
            let silent = try server.connect()
            let half = try server.connect()
            await half.send("GET /hello HTTP/1.1\r\nHo")
            let used = try server.connect()
            #expect(await used.exchange(Self.request)?.status == 200)
            return [silent, half, used]
        }
        for connection in connections { #expect(await connection.receiveAll()?.isEmpty != false) }
    }

    @Test func finishesRequestsInProgress() async throws {
        let started = Promise<Void>()
        let gate = Gate()
        let route = Route(.get, "/wait") { _ in
            started.fulfil(())
            await gate.wait()
            return .text("done")
        }
        try await TestServer.run([route]) { server in
            let connection = try server.connect()
            await connection.send("GET /wait HTTP/1.1\r\nHost: t\r\n\r\n")
            await started.value()
            let other = try server.connect()
            async let stopped: Void = server.service.stop()
            // The end of an idle connection shows that stopping has begun.
            _ = await other.receiveAll()
            #expect(throws: ConnectFailure.self) { try server.connect() }
            await gate.open()
            await stopped
            let answer = try #require(await ResponseReader(connection).next())
            #expect(answer.text == "done")
            #expect(answer.fields[.connection] == "close")
            #expect(server.server.addresses.isEmpty)
        }
    }

    /// Requests that have reached the machine when the server stops, but not
    /// yet the server: in a connection that it hasn't accepted, and in one that
    /// was idle.
    ///
    /// The loops are kept busy, so that they can't read them before.
    @Test func answersWhatWasSentBeforeTheStop() async throws {
        let blocked = [Promise<Void>(), Promise<Void>()]
        let gate = DispatchSemaphore(value: 0)
        let blocking = Route(.get, "/block/{loop}") { request in
            blocked[Int(request.pathParameters["loop"] ?? "") ?? 0].fulfil(())
            gate.wait()
            return .text("blocked")
        }
        try await TestServer.run([.hello, blocking]) { server in
            let kept = try (0..<4).map { _ in try server.connect() }
            for connection in kept { #expect(await connection.exchange(Self.request)?.status == 200) }
            let blockers = try (0..<2).map { _ in try server.connect() }
            for (loop, connection) in blockers.enumerated() {
                await connection.send("GET /block/\(loop) HTTP/1.1\r\nHost: t\r\n\r\n")
                await blocked[loop].value()
            }
            let new = try (0..<4).map { _ in try server.connect() }
            for connection in kept + new { await connection.send(Self.request) }
            async let stopped: Void = server.service.stop()
            while !server.server.addresses.isEmpty { await Task.yield() }
            for _ in blockers { gate.signal() }
            await stopped
            for connection in kept + new { #expect(await ResponseReader(connection).next()?.text == "hello") }
        }
    }

    @Test func finishesUploadsAndStreamsInProgress() async throws {
        let started = Promise<Void>()
        let gate = Gate()
        let stream = Route(.get, "/stream") { _ in
            ServerResponse(
                body: .stream { writer in
                    try await writer.write(Data("first ".utf8))
                    await gate.wait()
                    try await writer.write(Data("second".utf8))
                })
        }
        let upload = Route(.post, "/upload", bodyLimit: 1 << 20) { request in
            var iterator = request.body.makeAsyncIterator()
            var count = try await iterator.next()?.count ?? 0
            started.fulfil(())
            while let chunk = try await iterator.next() { count += chunk.count }
            return .text(String(count))
        }
        try await TestServer.run([stream, upload]) { server in
            let reading = try server.connect()
            let reader = ResponseReader(reading)
            await reading.send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\n")
            _ = await reader.take(through: Array("first ".utf8))
            let writing = try server.connect()
            await writing.send("POST /upload HTTP/1.1\r\nHost: t\r\nContent-Length: 200000\r\n\r\nabc")
            await started.value()
            let other = try server.connect()
            async let stopped: Void = server.service.stop()
            _ = await other.receiveAll()
            await gate.open()
            await writing.send([UInt8](repeating: 97, count: 199_997))
            await stopped
            let rest = await reader.take(through: Array("0\r\n\r\n".utf8))
            #expect(String(decoding: rest ?? [], as: UTF8.self).contains("second"))
            #expect(await ResponseReader(writing).next()?.text == "200000")
        }
    }

    @Test func endsEventStreamsAtOnce() async throws {
        let ended = Promise<Bool>()
        let route = Route(.get, "/events") { _ in
            .eventStream { events in
                try await events.send(ServerSentEvent(data: "hello"))
                try? await waitForCancellation()
                ended.fulfil(Task.isCancelled)
            }
        }
        let answer = try await TestServer.run([route]) { server in
            let connection = try server.connect()
            await connection.send("GET /events HTTP/1.1\r\nHost: t\r\n\r\n")
            let reader = ResponseReader(connection)
            _ = await reader.take(through: Array("hello\n\n".utf8))
            await server.service.stop()
            return await reader.take(through: Array("0\r\n\r\n".utf8))
        }
        #expect(answer != nil)
        #expect(await ended.value())
    }

    /// The library aborts the program when it is stopped with a suspended
    /// connection; here all kinds of them are.
    @Test func breaksOffWhatIsLeftAtTheDeadline() async throws {
        let clock = ManualClock()
        let arrivals = Gathering(count: 4)
        let waiting = Route(.get, "/wait") { _ in
            await arrivals.arrive()
            try await waitForCancellation()
            return .noContent
        }
        let streaming = Route(.get, "/stream") { _ in
            ServerResponse(
                body: .stream { writer in
                    try await writer.write(Data("first".utf8))
                    await arrivals.arrive()
                    try await waitForCancellation()
                })
        }
        let uploading = Route(.post, "/upload", bodyLimit: .max) { request in
            var iterator = request.body.makeAsyncIterator()
            _ = try await iterator.next()
            await arrivals.arrive()
            try await waitForCancellation()
            return .noContent
        }
        let server = try await Self.start([waiting, streaming, uploading], clock: clock)
        let connections = try (0..<3).map { _ in try RawConnection(port: server.port) }
        await connections[0].send("GET /wait HTTP/1.1\r\nHost: t\r\n\r\n")
        await connections[1].send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\n")
        await connections[2].send("POST /upload HTTP/1.1\r\nHost: t\r\nContent-Length: 8000000\r\n\r\n")
        _ = await connections[2].sendUntilBlocked([UInt8](repeating: 97, count: 8_000_000))
        await arrivals.arrive()
        async let stopped: Void = server.service.stop()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await stopped
        for connection in connections {
            let rest = String(decoding: await connection.receiveAll() ?? [], as: UTF8.self)
            #expect(!rest.hasSuffix("0\r\n\r\n"))
        }
        #expect(server.observer.reports.count == 3)
        #expect(server.observer.reports.allSatisfy { !$0.isComplete })
    }

    @Test func doesNotWaitForAHandlerThatIgnoresItsCancellation() async throws {
        let clock = ManualClock()
        let started = Promise<Void>()
        let gate = Gate()
        let finished = Promise<Void>()
        let route = Route(.get, "/wait") { _ in
            started.fulfil(())
            await gate.wait()
            finished.fulfil(())
            return .noContent
        }
        let server = try await Self.start([route], clock: clock)
        let connection = try RawConnection(port: server.port)
        await connection.send("GET /wait HTTP/1.1\r\nHost: t\r\n\r\n")
        await started.value()
        async let stopped: Void = server.service.stop()
        for _ in 0..<2 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        await stopped
        // Its executor is still there for it.
        await gate.open()
        await finished.value()
    }

    @Test func isStoppedByAHandler() async throws {
        // Taken out by the handler: the server holds the handler.
        let holder = Locked<TestServer?>(nil)
        let stopped = Promise<Void>()
        let route = Route(.get, "/stop") { _ in
            let server = holder.withLock { holder in
                defer { holder = nil }
                return holder
            }
            Task {
                await server?.service.stop()
                stopped.fulfil(())
            }
            return .text("bye")
        }
        let running = try await Self.start([route], clock: ContinuousClock())
        holder.withLock { $0 = running }
        let answer = await (try RawConnection(port: running.port)).exchange("GET /stop HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(answer?.text == "bye")
        await stopped.value()
        #expect(running.server.addresses.isEmpty)
    }

    @Test func startsAgain() async throws {
        let server = try await Self.start([.hello], clock: ContinuousClock())
        for _ in 0..<3 {
            await server.service.stop()
            try await server.service.start()
            let answer = await (try RawConnection(port: server.server.addresses[0].port)).exchange(Self.request)
            #expect(answer?.text == "hello")
        }
        await server.service.stop()
        await server.service.stop()
    }

    @Test func stopsUnderLoad() async throws {
        for _ in 0..<5 {
            let server = try await Self.start([.hello, .count], clock: ContinuousClock())
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        while let connection = try? RawConnection(port: server.port) {
                            for _ in 0..<20 { guard await connection.exchange(Self.request) != nil else { return } }
                        }
                    }
                }
                await server.observer.waitForReports(50)
                await server.service.stop()
            }
        }
    }

    private static func start(_ routes: [Route], clock: any Clock<Duration>) async throws -> TestServer {
        let observer = RequestObserverSpy()
        let assembly = HTTPServingPlugin.assemble(
            .init(
                settings: .test(drainDeadline: .seconds(1)), observer: observer, makeRequestID: { "request-1" },
                clock: clock
            ) { try Router(routes: routes, observer: observer) })
        try await assembly.services[0].start()
        let server = assembly.exports.server
        return TestServer(
            port: server.addresses[0].port, observer: observer, server: server, service: assembly.services[0])
    }
}
