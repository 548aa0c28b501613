import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// What operators rely on.
struct ServerOperationTests {
    @Test func listensOnThisMachineOnly() async throws {
        let folder = try TemporaryFolder()
        // No --listen at all: the default is what counts. Port 8080 may be
        // taken, so its host is looked up in the configuration.
        let config = try await Server.run("config", "--json", data: folder.path(of: "data"))
        let entries = try JSON(parsing: config.outputText)["configuration"]?.items ?? []
        let listen = entries.first { $0["key"]?.text == "server.listen" }
        #expect(listen?["value"]?.text == "127.0.0.1:8080" && listen?["source"]?.text == "default")

        let server = try await Server(data: folder.path(of: "data"))
        // FileManager stops at the first page of these files.
        let tables = try await ChildProcess.run("cat", ["/proc/net/tcp", "/proc/net/tcp6"]).outputText
        let digits = String(server.port, radix: 16, uppercase: true)
        let suffix = ":" + String(repeating: "0", count: 4 - digits.count) + digits
        // proc(5): local address in hexadecimal, state 0A is LISTEN.
        let rows = tables.split(separator: "\n").map { $0.split(separator: " ") }
        let ours = rows.filter { $0[3] == "0A" && $0[1].hasSuffix(suffix) }
        #expect(ours.map { $0[1].dropLast(suffix.count) } == ["0100007F"])
        #expect(await server.stop() == .status(0))
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func theIssuerHasThePortThatTheSystemChose(host: String) async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"), host: host, port: 0)
        let metadata = try await server.ask("GET", "/.well-known/oauth-authorization-server")?.json
        #expect(metadata?["issuer"]?.text == "http://\(host):\(server.port)")
    }

    @Test func metricsAreForThisMachine() async throws {
        let stage = try await Stage()
        #expect(try await stage.server.ask("GET", "/metrics")?.status == 200)
        let forwarded = "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n"
        #expect(try await stage.server.ask(raw: forwarded)?.status == 404)
        let behind = try await Stage("--server.trusted-proxies", "127.0.0.1")
        #expect(try await behind.server.ask(raw: forwarded)?.status == 404)
        let open = try await Stage("--server.trusted-proxies", "127.0.0.1", "--metrics.readers", "203.0.113.0/24")
        #expect(try await open.server.ask(raw: forwarded)?.status == 200)
        #expect(try await open.server.ask("GET", "/metrics")?.status == 404)
    }

    @Test func stopsOnASignalWithAllThatWasAnswered() async throws {
        let stage = try await Stage()
        let token = try await stage.token()
        let path = "/image/\(stage.picture)/comments"
        // Writes go on while the server stops.
        let writer = Task {
            try await blocking { [port = stage.server.port] in
                let connection = try Connection(port: port)
                var acknowledged: [String] = []
                for number in 0... {
                    let message = "comment \(number)"
                    guard
                        let answer = connection.ask("POST", path, json: #"{"message":"\#(message)"}"#, token: token),
                        answer.status == 201
                    else { break }
                    acknowledged.append(message)
                    if number == 20 { kill(stage.server.pid, SIGTERM) }
                }
                return acknowledged
            }
        }
        let acknowledged = try await writer.value
        #expect(await stage.server.end() == .status(0))
        #expect(acknowledged.count > 20)
        let again = try await Server(data: stage.server.data)
        let comments = try #require(try await again.ask("GET", path)?.json?["items"]?.items.map { $0["message"]?.text })
        #expect(Set(acknowledged).isSubset(of: comments))
        #expect(await again.stop() == .status(0))
    }

    /// A busy machine takes its time, but less than the 15 s that the server
    /// would wait for the rest of the header.
    @Test(arguments: [SIGTERM, SIGINT]) func stopsWithinTwoSecondsAlsoWhenClientsLinger(signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"))
        let idle = try Connection(port: server.port)
        idle.send("POST /auth/login HTTP/1.1\r\nHost: x\r\n")
        let clock = ContinuousClock(), start = clock.now
        server.send(signal)
        #expect(await server.end() == .status(0))
        #expect(clock.now - start < .seconds(12))
        withExtendedLifetime(idle) {}
    }

    @Test func saysThatThePortIsInUse() async throws {
        let folder = try TemporaryFolder()
        let first = try await Server(data: folder.path(of: "one"))
        let data = folder.path(of: "two")
        let second = try Server.spawn(data: data, ["--listen", "127.0.0.1:\(first.port)", "--json"])
        #expect(await second.outcome().exit == .status(1))
        #expect(Server.log(of: data).contains("cannot_listen"), "\(Server.log(of: data))")
        #expect(Server.log(of: data).contains("\(first.port)"))
    }

    @Test func aDataFolderBelongsToOneServer() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path(of: "data")
        let first = try await Server(data: data)
        let second = try Server.spawn(data: data, ["--listen", "127.0.0.1:0", "--json"])
        #expect(await second.outcome().exit == .status(1))
        #expect(Server.log(of: data).contains("folder_in_use"), "\(Server.log(of: data))")
        #expect(try await first.ask("GET", "/healthz")?.status == 200)
        await first.kill()
        // A killed server leaves no lock behind.
        #expect(await (try await Server(data: data)).stop() == .status(0))
    }

    @Test func refusesWhatItDoesNotKnowInTheConfiguration() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path(of: "data"), file = folder.path(of: "essentiald.json5")
        func refusal(_ arguments: String..., environment: [String: String] = [:]) async throws -> String {
            let outcome = try await ChildProcess.run(
                Programs.essentiald, ["serve", "--data", data] + arguments,
                environment: Surroundings.variables.merging(environment) { $1 })
            #expect(outcome.exit == .status(2))
            #expect(!FileManager.default.fileExists(atPath: data))
            return outcome.errorText
        }
        let unknown = try await refusal("--tokens.access-lifetim", "300s")
        #expect(unknown.contains("--tokens.access-lifetim=\"300s\""), "\(unknown)")
        #expect(unknown.contains("Did you mean --tokens.access-lifetime?"))
        let bad = try await refusal(environment: ["ESSENTIAL_TOKENS_ACCESS_LIFETIME": "soon"])
        #expect(bad.contains("ESSENTIAL_TOKENS_ACCESS_LIFETIME=\"soon\"") && bad.contains("300s"), "\(bad)")
        try Data(#"{tokens: {access_lifetime: "1s"}}"#.utf8).write(to: URL(filePath: file))
        let low = try await refusal("--config", file)
        #expect(low.contains("access_lifetime") && low.contains("1s") && low.contains("30s to 1h"), "\(low)")
        try Data("{tokens: ".utf8).write(to: URL(filePath: file))
        #expect(try await refusal("--config", file).contains(file))
    }

    @Test func configurationComesFromTheStrongestSource() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "essentiald.json5")
        let text = "// comment\n{tokens: {access_lifetime: '60s', refresh_grace: '1s'}, log: {level: 'debug'}}"
        try Data(text.utf8).write(to: URL(filePath: file))
        let outcome = try await Server.run(
            "config", "--json", "--config", file, "--tokens.access-lifetime", "90s", data: folder.path(of: "data"),
            environment: ["ESSENTIAL_TOKENS_ACCESS_LIFETIME": "80s", "ESSENTIAL_TOKENS_REFRESH_GRACE": "2s"])
        let entries = try JSON(parsing: outcome.outputText)["configuration"]?.items ?? []
        func entry(_ key: String) -> (value: String?, source: String?) {
            let entry = entries.first { $0["key"]?.text == key }
            return (entry?["value"]?.text, entry?["source"]?.text)
        }
        #expect(entry("tokens.access_lifetime").value == "90s")
        #expect(entry("tokens.access_lifetime").source?.contains("--tokens.access-lifetime") == true)
        #expect(entry("tokens.refresh_grace").value == "2s")
        #expect(entry("tokens.refresh_grace").source?.contains("ESSENTIAL_TOKENS_REFRESH_GRACE") == true)
        #expect(entry("log.level").value == "debug")
        #expect(entry("log.level").source?.contains(file) == true)
    }

    @Test func pluginsShowWhatNeedsWhat() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path(of: "data")
        let plugins = try await Server.run("plugins", "--json", data: data)
        let entries = try JSON(parsing: plugins.outputText)["plugins"]?.items ?? []
        let comments = try #require(entries.first { $0["id"]?.text == "comments" })
        #expect(comments["needs"]?.items.contains(.string("feed")) == true)
        let graph = try await Server.run("plugins", "--graphviz", data: data).outputText
        #expect(graph.hasPrefix("digraph") && graph.contains(#""comments" -> "feed";"#))
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test func aPluginThatIsSwitchedOffIsGone() async throws {
        let stage = try await Stage("--plugins.disabled", "comments")
        #expect(try await stage.server.ask("GET", "/image/\(stage.picture)/comments")?.status == 404)
        #expect(try await stage.server.ask("GET", "/feed")?.status == 200)
        #expect(await stage.server.stop() == .status(0))
        // What it kept is there when it comes back.
        let server = try await Server(data: stage.server.data)
        let comments = try await server.ask("GET", "/image/\(stage.picture)/comments")
        #expect(comments?.json?["items"]?.items.isEmpty == false)
    }

    @Test func saysWhoNeedsAPluginThatIsSwitchedOff() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Server.run("plugins", "--plugins.disabled", "feed", data: folder.path(of: "data"))
        #expect(outcome.exit == .status(1))
        #expect(outcome.errorText.contains("“comments” needs “feed”"), "\(outcome.errorText)")
        let unknown = try await Server.run("plugins", "--plugins.disabled", "nope", data: folder.path(of: "data"))
        #expect(unknown.exit == .status(1))
        #expect(unknown.errorText.contains("“nope”") && unknown.errorText.contains("comments"))
    }
}
