import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Testing

/// Readers that don't read hold no more memory than there is for them.
struct UnreadAnswersTests {
    /// More than fits between a server and a client on the way.
    private static let length = 8 * 1024 * 1024
    private static let large = Route(.get, "/large") { _ in
        ServerResponse(body: .bytes(Data(repeating: 97, count: length)))
    }

    private func run(_ unreadTime: Duration, _ body: (TestServer) async throws -> Void) async throws {
        // Of one address half of it: room for two.
        let limits = HTTPServerLimits(unreadBytes: 4 * Self.length, unreadTime: unreadTime)
        try await TestServer.run([Self.large, .hello], settings: .test(limits: limits), body)
    }

    private static let request = "GET /large HTTP/1.1\r\nHost: t\r\n\r\n"

    /// Asks without reading, and waits until the answer has begun.
    ///
    /// The server notices that an answer has arrived after its reader does:
    /// until then there may be no room.
    private func ask(_ server: TestServer) async throws -> RawConnection {
        while true {
            let connection = try server.connect()
            await connection.send(Self.request)
            let start = await connection.receive(12)
            if start == Array("HTTP/1.1 503".utf8) { continue }
            #expect(start == Array("HTTP/1.1 200".utf8))
            return connection
        }
    }

    /// How many bytes of the body come.
    private static func read(_ connection: RawConnection) async -> Int {
        let reader = ResponseReader(connection)
        guard await reader.take(through: Array("\r\n\r\n".utf8)) != nil else { return 0 }
        return await reader.count(upTo: length)
    }

    @Test(.requirement("FEED-62")) func whereThereIsNoRoomAnAnswerIsRefusedForNow() async throws {
        try await run(.seconds(1_000)) { server in
            let first = try await ask(server), second = try await ask(server)
            let refused = try #require(await server.get("/large"))
            #expect(refused.status == 503)
            #expect(refused.fields[.retryAfter] == "5")
            #expect(refused.fields[.contentType] == "application/problem+json")
            #expect(try await server.get("/hello")?.text == "hello", "small answers are always possible")
            // Whoever reads gets all of it, and there is room again.
            #expect(await Self.read(first) == Self.length)
            var third = try await server.get("/large")
            while third?.status == 503 { third = try await server.get("/large") }
            #expect(third?.status == 200 && third?.body.count == Self.length)
            withExtendedLifetime(second) {}
        }
    }

    @Test(.requirement("FEED-62")) func whoReadsSlowestGivesWay() async throws {
        try await run(.zero) { server in
            let slow = try await [ask(server), ask(server)]
            for _ in 1...3 {
                let answer = try await server.get("/large")
                #expect(answer?.status == 200 && answer?.body.count == Self.length)
            }
            #expect(await Self.read(slow[0]) < Self.length, "it was broken off")
        }
    }

    @Test func whoLeavesMakesRoom() async throws {
        try await run(.seconds(1_000)) { server in
            for _ in 1...5 {
                do {
                    let connections = try await [ask(server), ask(server)]
                    withExtendedLifetime(connections) {}
                }
                var answer = try await server.get("/large")
                while answer?.status == 503 { answer = try await server.get("/large") }
                #expect(answer?.status == 200)
            }
        }
    }
}
