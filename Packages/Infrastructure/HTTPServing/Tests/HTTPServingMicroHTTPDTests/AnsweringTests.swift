import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

struct AnsweringTests {
    @Test func answersARequest() async throws {
        try await TestServer.run([.hello]) { server in
            let answer = try #require(await server.get("/hello"))
            #expect(answer.status == 200)
            #expect(answer.text == "hello")
            #expect(answer.fields[.contentType] == "text/plain; charset=utf-8")
            #expect(answer.fields[.requestID] == "request-1")
            #expect(answer.fields[.date]?.hasSuffix(" GMT") == true)
            #expect(answer.fields[.server] == nil)
        }
    }

    @Test func keepsTheConnectionForFurtherRequests() async throws {
        try await TestServer.run([.hello, .count]) { server in
            let connection = try server.connect()
            for _ in 0..<3 {
                #expect(await connection.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.text == "hello")
                let answer = await connection.exchange(
                    "POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nabcde")
                #expect(answer?.text == "5")
            }
        }
    }

    @Test func answersPipelinedRequestsInOrder() async throws {
        let echo = Route(.get, "/{name}") { request in
            await Task.yield()
            return .text(request.pathParameters["name"] ?? "")
        }
        try await TestServer.run([echo]) { server in
            let connection = try server.connect()
            let names = (0..<50).map { "n\($0)" }
            await connection.send(names.map { "GET /\($0) HTTP/1.1\r\nHost: t\r\n\r\n" }.joined())
            let reader = ResponseReader(connection)
            var answers: [String] = []
            for _ in names { answers.append(await reader.next()?.text ?? "") }
            #expect(answers == names)
        }
    }

    @Test func closesWhenTheClientAsksForIt() async throws {
        try await TestServer.run([.hello]) { server in
            let connection = try server.connect()
            await connection.send("GET /hello HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
            let all = try #require(await connection.receiveAll())
            #expect(String(decoding: all, as: UTF8.self).hasSuffix("hello"))
        }
    }

    @Test func answersHTTP10WithoutHost() async throws {
        try await TestServer.run([.hello]) { server in
            let connection = try server.connect()
            await connection.send("GET /hello HTTP/1.0\r\n\r\n")
            let all = try #require(await connection.receiveAll())
            #expect(String(decoding: all, as: UTF8.self).hasSuffix("hello"))
        }
    }

    @Test func answersHEADWithTheHeaderOfGET() async throws {
        try await TestServer.run([.hello]) { server in
            let connection = try server.connect()
            let answer = await connection.exchange("HEAD /hello HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(answer?.status == 200)
            #expect(answer?.fields[.contentLength] == "5")
            // Nothing is left over in the connection.
            #expect(await connection.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.text == "hello")
        }
    }

    @Test func answersProblemsWithoutASocketInBetween() async throws {
        try await TestServer.run([.hello]) { server in
            let missing = try #require(await server.get("/missing", "Accept-Language: es\r\n"))
            #expect(missing.status == 404)
            #expect(missing.fields[.contentType] == "application/problem+json")
            let details = try JSONDecoder().decode(ProblemDetails.self, from: Data(missing.body))
            #expect(details.code == "not_found")
            #expect(details.title == "No hay nada en esta dirección.")
        }
    }

    @Test func hidesUnexpectedErrors() async throws {
        struct Leak: Error { let secret = "hunter2" }
        let route = Route(.get, "/broken") { _ in throw Leak() }
        try await TestServer.run([route]) { server in
            let answer = try #require(await server.get("/broken"))
            #expect(answer.status == 500)
            #expect(!answer.text.contains("hunter2"))
            #expect(server.observer.failures.first is Leak)
        }
    }

    @Test func readsHeaderFieldsAndQuery() async throws {
        let route = Route(.get, "/echo/{name}") { request in
            .text(
                "\(request.pathParameters["name"] ?? "")|\(request.query["q"] ?? "")|\(request.fields["X-Test"] ?? "")")
        }
        try await TestServer.run([route]) { server in
            let answer = try await server.get("/echo/a%2Fb?q=caf%C3%A9+x", "x-test:  padded value \t\r\n")
            #expect(answer?.text == "a/b|café x|padded value")
        }
    }

    @Test func answersAnAbsoluteTarget() async throws {
        try await TestServer.run([.hello]) { server in
            let absolute = try await server.get("http://test/hello")
            #expect(absolute?.text == "hello")
            let asterisk = try await server.exchange("OPTIONS * HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(asterisk?.status == 204)
        }
    }

    @Test func reportsEachRequest() async throws {
        try await TestServer.run([.count]) { server in
            let connection = try server.connect()
            _ = await connection.exchange("POST /count?secret=1 HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc")
            await server.observer.waitForReports(1)
            let report = try #require(server.observer.reports.first)
            #expect(report.method == .post)
            #expect(report.path == "/count")
            #expect(report.routePattern == "/count")
            #expect(report.status == .ok)
            #expect(report.receivedBytes == 3)
            #expect(report.sentBytes == 1)
            #expect(report.isComplete)
            #expect(report.peer.ip == .loopback)
        }
    }

    @Test func runsHandlersOfManyConnectionsAtOnce() async throws {
        let all = Gathering(count: 20)
        let route = Route(.get, "/meet") { _ in
            await all.arrive()
            return .noContent
        }
        try await TestServer.run([route]) { server in
            let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<20 { group.addTask { try await server.get("/meet")?.status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 204, count: 20))
        }
    }
}

/// Lets everybody go once all have come.
actor Gathering {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        missing = count
    }

    func arrive() async {
        missing -= 1
        guard missing > 0 else {
            for waiter in waiting { waiter.resume() }
            waiting = []
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }
}
