import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Security events reach somebody else, whatever becomes of the server or of who gets them.
@Suite(.timeLimit(.minutes(10)))
struct ForwardingTests {
    private static let secret = "whsec_" + Data(repeating: 5, count: 32).base64EncodedString()
    private let folder: TemporaryFolder
    private let port = Ports.next()
    private var data: String { folder.path(of: "data") }
    private var settings: [String] {
        [
            "--metrics.forward.webhook.url", "http://127.0.0.1:\(port)/hook",
            "--metrics.forward.webhook.secret-file", folder.path(of: "secret"),
        ]
    }

    init() throws {
        folder = try TemporaryFolder()
        try Data((Self.secret + "\n").utf8).write(to: URL(filePath: folder.path(of: "secret")))
        try behave("cut")
    }

    private func behave(_ manner: String) throws {
        try Data(manner.utf8).write(to: URL(filePath: folder.path(of: "manner")), options: .atomic)
    }

    private func receiver() async throws -> ChildProcess {
        let child = try ChildProcess(
            "/usr/bin/python3",
            [Programs.root + "/Tests/Acceptance/Support/receiver.py", "\(port)", Self.secret, folder.path])
        _ = await child.readOutput(until: "listening")
        return child
    }

    private func text(of name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: folder.path(of: name)) ?? Data(), as: UTF8.self)
    }

    private var received: [JSON] {
        get throws { try text(of: "received").split(separator: "\n").map { try JSON(parsing: String($0)) } }
    }

    private func refuse(_ count: Int, at server: Server) async throws {
        for _ in 0..<count {
            let login = #"{"email":"\#(UUID())@example.com","password":"\#(Person.ben.password)"}"#
            _ = try await server.ask("POST", "/auth/login", json: login)
        }
    }

    private func forwarder() async throws -> JSON {
        let run = try await Server.run("forwarders", "list", "--json", data: data)
        try #require(run.exit == .status(0), "\(run.errorText)")
        return try #require(try JSON(parsing: run.outputText)["forwarders"]?[0])
    }

    private func wait(until isDone: () async throws -> Bool) async throws {
        for _ in 0..<600 {
            if try await isDone() { return }
            try await pass(microseconds: 200_000)
        }
        Issue.record("it doesn't come: \(Server.log(of: data))")
    }

    @Test(.requirement("METRIC-08", "METRIC-13", "D19"))
    func eachEventComesOnceInOrderWhateverIsKilled() async throws {
        var receiver = try await receiver()
        // It has the events, and the server never hears of it.
        var server = try await Server(data: data, settings)
        #expect(try await server.ask("POST", "/auth/register", json: Person.ana.registration)?.status == 201)
        try await refuse(3, at: server)
        try await wait { try received.count >= 2 }
        await server.kill()
        // Its receiver fails, then is gone, and more happens meanwhile.
        try behave("500")
        server = try await Server(data: data, settings)
        try await refuse(3, at: server)
        try await wait { try await forwarder()["failure"]?.text == "it answers 500" }
        receiver.send(SIGKILL)
        _ = await receiver.outcome()
        await server.kill()
        server = try await Server(data: data, settings)
        try await refuse(2, at: server)
        try await wait { try await forwarder()["failure"]?.text?.contains("it answers") == false }

        try behave("up")
        receiver = try await self.receiver()
        try await wait {
            let forwarder = try await forwarder()
            return forwarder["waiting"]?.number == 0 && (forwarder["position"]?.number ?? 0) >= 10
                && forwarder["failure"] == nil
        }
        #expect(await server.stop() == .status(0))
        receiver.send(SIGKILL)
        _ = await receiver.outcome()
        try await compare()
    }

    /// What was received is what the trail has, and nothing personal.
    private func compare() async throws {
        let export = folder.path(of: "trail.jsonl")
        #expect(try await Server.run("audit", "export", export, data: data).exit == .status(0))
        let trail = try text(of: "trail.jsonl").split(separator: "\n").map { try JSON(parsing: String($0)) }
            .filter { $0["kind"] != nil }
        let received = try received
        #expect(received.map { $0["position"]?.number } == Array(0..<received.count))
        for name in ["kind", "at", "account", "outcome", "session"] {
            #expect(received.map { $0[name]?.text } == trail.prefix(received.count).map { $0[name]?.text }, "\(name)")
        }
        #expect(received.count >= 10 && Set(received.compactMap { $0["id"]?.text }).count == received.count)
        #expect(text(of: "refused").isEmpty)
        let all = text(of: "received")
        for word in ["@", "127.0.0.1", Person.ana.name, "Mozilla", "curl", "program"] {
            #expect(!all.contains(word), "\(word)")
        }
        #expect(all.contains("127.0.0.0/24"))
    }

    @Test(.requirement("METRIC-08"))
    func whatCannotWorkKeepsAServerFromStarting() async throws {
        try FileManager.default.removeItem(atPath: folder.path(of: "secret"))
        let outcome = try await Server.spawn(data: data, settings).outcome()
        #expect(outcome.exit != .status(0))
        #expect(Server.log(of: data).contains("secrets of the webhook"))
        let check = try await ChildProcess.run(
            Programs.essentiald, ["config", "check", "--data", data, "--language", "es"] + settings,
            environment: Surroundings.variables.merging(["HOME": data + ".home"]) { $1 })
        #expect(check.exit != .status(0) && (check.outputText + check.errorText).contains("secretos del webhook"))
    }
}
