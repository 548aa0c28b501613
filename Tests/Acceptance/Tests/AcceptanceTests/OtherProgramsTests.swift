import Foundation
import KernelTesting
import Testing

/// The examples of `docs/other-programs.md`, as they stand there but for their places.
@Suite(.timeLimit(.minutes(5)))
struct OtherProgramsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The service, listening, with Debian's Python.
    private func startService(of issuer: String) async throws -> (service: ChildProcess, port: Int) {
        let document = URL(fileURLWithPath: Programs.root + "/docs/other-programs.md")
        let text = String(decoding: try Data(contentsOf: document), as: UTF8.self)
        let example = try #require(text.split(separator: "```python\n").last?.split(separator: "```").first)
        let file = folder.path(of: "service.py"), port = Ports.next()
        try Data(example.utf8).write(to: URL(fileURLWithPath: file))
        let service = try ChildProcess(
            "/usr/bin/python3", [file, issuer, "\(port)"], environment: Surroundings.variables)
        // It says nothing when it listens, and lets nobody in without a token.
        let first = try await ChildProcess.run(
            "curl",
            ["--silent", "--retry", "60", "--retry-connrefused", "--retry-delay", "1", "http://127.0.0.1:\(port)"])
        #expect(first.outputText.contains("invalid_token"), "\(first.errorText)")
        return (service, port)
    }

    private func ask(_ port: Int, _ path: String = "/", _ fields: String...) async throws -> (status: Int, text: String)
    {
        let outcome = try await ChildProcess.run(
            "curl",
            ["--silent", "--write-out", "\n%{http_code}"]
                + fields.flatMap { ["--header", $0] } + ["http://127.0.0.1:\(port)\(path)"])
        let lines = outcome.outputText.split(separator: "\n", omittingEmptySubsequences: false)
        return (try #require(lines.last.flatMap { Int($0) }), lines.dropLast().joined(separator: "\n"))
    }

    /// A session without a key: its tokens are those of whoever has them.
    private func logIn(at server: Server) async throws -> (access: String, refresh: String) {
        let token = try await server.ask("POST", "/auth/login", json: Person.ana.login)?.json?["token"]
        return (try #require(token?["access_token"]?.text), try #require(token?["refresh_token"]?.text))
    }

    @Test func aServiceLetsInWhoHasATokenOfTheServer() async throws {
        try await SeededData.shared.copy(to: folder.path(of: "data"))
        let server = try await Server(data: folder.path(of: "data"))
        let (service, port) = try await startService(of: server.address)
        defer { service.send(SIGTERM) }
        let token = try await logIn(at: server).access
        let known = try await ask(port, "/", "Authorization: Bearer \(token)")
        let me = try #require(try await server.ask("GET", "/auth/me", token: token)?.json?["id"]?.text)
        #expect(known.status == 200 && known.text.contains(me) && known.text.contains("feed:write"), "\(known)")

        // Each part changed by a letter; signed by nobody; of another scheme; nothing at all.
        let parts = token.split(separator: ".").map(String.init)
        func changed(_ place: Int) -> String {
            var parts = parts
            parts[place] = String(parts[place].reversed())
            return parts.joined(separator: ".")
        }
        let unsigned = Data(#"{"alg":"none","typ":"at+jwt"}"#.utf8).base64EncodedString().filter { $0 != "=" }
        let foreign = [changed(0), changed(1), changed(2), "\(unsigned).\(parts[1]).", "x", ""]
        for field in foreign.map({ "Authorization: Bearer \($0)" }) + [
            "Authorization: DPoP \(token)", "X-Nothing: at all",
        ] {
            let refused = try await ask(port, "/", field)
            #expect(refused.status == 401 && refused.text.contains("invalid_token"), "\(field): \(refused)")
        }
        // Of another server, even one with the same key.
        try await SeededData.shared.copy(to: folder.path(of: "other"))
        let theirs = try await logIn(at: try await Server(data: folder.path(of: "other"))).access
        #expect(try await ask(port, "/", "Authorization: Bearer \(theirs)").status == 401)
        // What is known is enough while the server is gone.
        #expect(await server.stop() == .status(0))
        #expect(try await ask(port, "/", "Authorization: Bearer \(token)").status == 200)
    }

    @Test func aServiceWithoutKeysSaysThatItHasNone() async throws {
        try await SeededData.shared.copy(to: folder.path(of: "data"))
        let server = try await Server(data: folder.path(of: "data"))
        let token = try await logIn(at: server).access
        let (service, port) = try await startService(of: server.address)
        defer { service.send(SIGTERM) }
        #expect(await server.stop() == .status(0))
        #expect(try await ask(port, "/", "Authorization: Bearer \(token)").status == 503)
    }

    @Test(.requirement("LOGOUT-01")) func aProxyThatAsksRefusesASessionAtItsEnd() async throws {
        try await SeededData.shared.copy(to: folder.path(of: "data"))
        let server = try await Server(
            data: folder.path(of: "data"), ["--server.trusted-proxies", "127.0.0.1"])
        let (service, behind) = try await startService(of: server.address)
        defer { service.send(SIGTERM) }
        let port = Ports.next()
        let locations = try Proxy.example(in: "other-programs.md")
            .replacing("127.0.0.1:8080", with: "127.0.0.1:\(server.port)")
            .replacing("127.0.0.1:9000", with: "127.0.0.1:\(behind)")
        let nginx = try await Proxy.start("server { listen 127.0.0.1:\(port); \(locations) }", in: folder)
        defer { nginx.send(SIGTERM) }
        let (token, refresh) = try await logIn(at: server)
        #expect(try await ask(port, "/reports/x").status == 401)
        #expect(try await ask(port, "/essential", "Authorization: Bearer \(token)").status == 404)
        // The service behind it, which takes none but tokens, sees that it was let through without one.
        let passed = try await ask(port, "/reports/x", "Authorization: Bearer \(token)")
        #expect(passed.text.contains("invalid_token"), "\(passed)")
        let body = #"{"refresh_token":"\#(refresh)"}"#
        #expect(try await server.ask("POST", "/auth/logout", json: body)?.status == 204)
        let refused = try await ask(port, "/reports/x", "Authorization: Bearer \(token)")
        #expect(refused.status == 401 && !refused.text.contains("invalid_token"), "\(refused)")
    }
}
