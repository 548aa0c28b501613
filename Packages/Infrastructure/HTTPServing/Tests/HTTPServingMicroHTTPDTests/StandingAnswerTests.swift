import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import Locking
import Testing

/// Answers that many requests get, of which the library's form is kept.
struct StandingAnswerTests {
    private static func standing(_ path: String, _ text: String) -> Route {
        let answer = StandingResponse(.text(text, fields: [.eTag: "\"\(text)\""]))
        return Route(.get, path, atOnce: { _ in answer.response }, handler: { _ in answer.response })
    }

    /// Runs a server that counts its requests.
    private static func run(_ body: (TestServer) async throws -> Void) async throws {
        let count = Locked(0)
        try await TestServer.run(
            [standing("/one", "one"), standing("/two", "two")],
            makeRequestID: {
                count.withLock { count in
                    count += 1
                    return "r-\(count)"
                }
            }, body)
    }

    @Test func namesEachRequestInAnAnswerThatAllGet() async throws {
        try await Self.run { server in
            let first = try server.connect(), second = try server.connect()
            var names: Set<String> = []
            for round in 0..<20 {
                let path = round % 3 == 0 ? "two" : "one"
                for connection in [first, second] {
                    let answer = try #require(
                        await connection.exchange("GET /\(path) HTTP/1.1\r\nHost: t\r\n\r\n"))
                    #expect(answer.text == path)
                    let ids = answer.fields.values(of: .requestID)
                    #expect(ids.count == 1)
                    names.formUnion(ids)
                }
            }
            #expect(names.count == 40)
        }
    }

    @Test func namesPipelinedRequests() async throws {
        try await Self.run { server in
            let connection = try server.connect()
            await connection.send(String(repeating: "GET /one HTTP/1.1\r\nHost: t\r\n\r\n", count: 30))
            let reader = ResponseReader(connection)
            var names: [String?] = []
            for _ in 0..<30 { names.append(await reader.next()?.fields[.requestID]) }
            #expect(names == (1...30).map { "r-\($0)" })
        }
    }

    @Test func answersOtherwiseWhereItIsAskedFor() async throws {
        try await Self.run { server in
            let connection = try server.connect()
            for _ in 0..<2 {
                #expect(await connection.exchange("GET /one HTTP/1.1\r\nHost: t\r\n\r\n")?.text == "one")
                let head = await connection.exchange("HEAD /one HTTP/1.1\r\nHost: t\r\n\r\n")
                #expect(head?.status == 200 && head?.fields[.contentLength] == "3")
                let unchanged = await connection.exchange(
                    "GET /one HTTP/1.1\r\nHost: t\r\nIf-None-Match: \"one\"\r\n\r\n")
                #expect(unchanged?.status == 304)
            }
            await connection.send("GET /one HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
            let last = try #require(await connection.receiveAll())
            #expect(String(decoding: last, as: UTF8.self).hasSuffix("one"))
            await server.observer.waitForReports(7)
            #expect(server.observer.reports.map(\.sentBytes) == [3, 0, 0, 3, 0, 0, 3])
        }
    }

    @Test func keepsAsManyAsItMay() async throws {
        let routes = (0..<100).map { Self.standing("/\($0)", "page \($0)") }
        try await TestServer.run(routes) { server in
            let connection = try server.connect()
            for number in (0..<100).flatMap({ [$0, $0] }) {
                let answer = await connection.exchange("GET /\(number) HTTP/1.1\r\nHost: t\r\n\r\n")
                #expect(answer?.text == "page \(number)")
            }
        }
    }
}
