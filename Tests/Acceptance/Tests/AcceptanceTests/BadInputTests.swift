import KernelTesting
import Testing

/// What strangers may send: each gets a clear answer, and the server goes on.
struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: [UInt8]
        let status: Int
        /// Nil if the library answers, in words of its own.
        let code: String?

        init(_ name: String, _ request: String, body: [UInt8] = [], _ status: Int, _ code: String?) {
            testDescription = name
            self.request = Array(request.utf8) + body
            self.status = status
            self.code = code
        }

        /// A login with a body.
        static func login(_ name: String, _ body: [UInt8], _ status: Int, _ code: String?) -> Case {
            Case(
                name,
                """
                POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r
                Content-Length: \(body.count)\r\n\r\n
                """, body: body, status, code)
        }
    }

    static let cases: [Case] = [
        .login("malformed JSON", Array(#"{"email":"#.utf8), 400, "malformed_json"),
        .login("an empty body", [], 400, "malformed_json"),
        .login("JSON that is no object", Array("[1,2,3]".utf8), 422, "invalid_data"),
        .login("wrong types", Array(#"{"email":1,"password":[]}"#.utf8), 422, "invalid_data"),
        .login("missing members", Array("{}".utf8), 422, "invalid_data"),
        .login(
            "invalid UTF-8", Array(#"{"email":""#.utf8) + [0xFF, 0xFE, 0xC0] + Array(#""}"#.utf8), 400, "malformed_json"
        ),
        .login(
            "JSON in UTF-16", Array(#"{"email":"ana@example.com","password":"x"}"#.utf16.flatMap { [UInt8($0), 0] }),
            400,
            "malformed_json"),
        Case(
            "a compressed body",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
                + "Content-Length: 2\r\n\r\n{}", 415, "unsupported_content_coding"),
        .login("ten thousand brackets", [UInt8](repeating: UInt8(ascii: "["), count: 10_000), 400, "malformed_json"),
        Case(
            "a body of 2 GB announced",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2147483648\r\n\r\n",
            413, "body_too_large"),
        // The library answers these itself, before there is a request to answer.
        Case(
            "a header of 100 000 bytes",
            "GET /feed HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "a", count: 100_000))\r\n\r\n",
            431, nil),
        Case(
            "headers of 100 000 bytes together",
            "GET /feed HTTP/1.1\r\nHost: x\r\n"
                + (0..<1_000).map { "X-Field-\($0): \(String(repeating: "b", count: 88))\r\n" }.joined() + "\r\n",
            431, nil),
        Case("an unknown route", "GET /nothing/here HTTP/1.1\r\nHost: x\r\n\r\n", 404, "not_found"),
        Case("climbing out", "GET /image/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", 404, "not_found"),
        Case("a method that isn't offered", "DELETE /feed HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method_not_allowed"),
        Case("an invented method", "BREW /feed HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method_not_allowed"),
        Case(
            "the wrong media type",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
            415, "unsupported_media_type"),
        Case("a limit that is no number", "GET /feed?limit=ten HTTP/1.1\r\nHost: x\r\n\r\n", 422, "invalid_data"),
        Case("a limit out of range", "GET /feed?limit=101 HTTP/1.1\r\nHost: x\r\n\r\n", 422, "invalid_data"),
        Case("a page after nothing", "GET /feed?after_id=7 HTTP/1.1\r\nHost: x\r\n\r\n", 422, "invalid_data"),
        Case("no token", "GET /auth/me HTTP/1.1\r\nHost: x\r\n\r\n", 401, "authentication_required"),
        Case(
            "a made-up token", "GET /auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a.b.c\r\n\r\n", 401,
            "invalid_token"),
    ]

    private let folder: TemporaryFolder
    private let server: Server

    init() async throws {
        folder = try TemporaryFolder()
        server = try await Server(data: folder.path(of: "data"))
    }

    @Test(arguments: cases) func getsAClearAnswer(_ bad: Case) async throws {
        let answer = try #require(try await server.ask(raw: bad.request))
        #expect(answer.status == bad.status)
        #expect(try await server.ask("GET", "/healthz")?.status == 200)
        guard bad.code != nil else { return }
        #expect(answer.fields["content-type"] == "application/problem+json")
        #expect(answer.code == bad.code, "\(String(describing: answer.json))")
        #expect(answer.json?["status"]?.number == bad.status)
        #expect(answer.json?["title"]?.text?.isEmpty == false)
        #expect(answer.json?["request_id"]?.text?.isEmpty == false)
    }

    @Test func fieldsThatAreWrongAreNamed() async throws {
        let answer = try #require(
            try await server.ask("POST", "/auth/register", json: #"{"name":" ","email":"x","password":"short"}"#))
        #expect(answer.status == 422)
        #expect(answer.json?["errors"]?.items.map { $0["pointer"]?.text } == ["/name", "/email", "/password"])
    }

    @Test(arguments: [
        "\r\n\r\n\r\n", "nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        "\u{0}\u{1}\u{2}\u{3}", "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
        "POST /auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET / HTTP/1.1\r\n: nothing\r\nHost: x\r\n\r\n",
    ]) func whatIsNoHTTPDoesNoHarm(_ text: String) async throws {
        try await blocking { [port = server.port] in
            let connection = try Connection(port: port)
            connection.send(text)
            connection.finishSending()
            if let answer = connection.answer() { #expect((400..<600).contains(answer.status)) }
        }
        #expect(try await server.ask("GET", "/healthz")?.status == 200)
    }

    @Test func aBodyThatNeverComesHoldsNobodyUp() async throws {
        let slow = try (0..<50).map { _ in
            let connection = try Connection(port: server.port)
            connection.send(
                "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{")
            return connection
        }
        #expect(try await server.ask("GET", "/feed")?.status == 200)
        withExtendedLifetime(slow) {}
    }
}
