import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// The memory of the server, searched by another process, once what people sent is answered.
@Suite(.enabled(if: ProcessMemory.isReadable, "reading the memory of others needs root"), .timeLimit(.minutes(5)))
struct ServerMemoryTests {
    /// Those of the pieces that are in the memory of the server, which is stopped meanwhile.
    private func found(_ pieces: [(name: String, bytes: [UInt8])], in server: Server) throws -> Set<String> {
        server.send(SIGSTOP)
        defer { server.send(SIGCONT) }
        let memory = try ProcessMemory(of: server.pid)
        return Set(pieces.filter { memory.contains($0.bytes) }.map(\.name))
    }

    /// What is left of one may be overwritten in part.
    private func pieces(_ name: String, _ secrets: some Sequence<String>) -> [(name: String, bytes: [UInt8])] {
        secrets.flatMap { secret in
            let bytes = Array(secret.utf8)
            guard bytes.count > 16 else { return [(name, bytes)] }
            return stride(from: 0, through: bytes.count - 16, by: 16).map { (name, Array(bytes[$0..<($0 + 16)])) }
        }
    }

    @Test(.requirement("MEM-01", "MEM-03", "MEM-07", "MEM-08"))
    func whatPeopleProveThemselvesByLeavesTheServer() async throws {
        let stage = try await Stage(), ana = Person.ana, ben = Person.ben, relay = try Relay(to: stage.server.port)
        guard try !ProcessStatus(of: stage.server.pid).isInstrumented else { return }
        let client = Client(home: stage.client.home, address: "http://127.0.0.1:\(relay.port)")
        try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        _ = try await client.logIn(as: ana)
        let secret = try #require(try await client.object("factors", "add")["secret"]?.text)
        let code = try await ChildProcess.run(
            "python3", [Programs.root + "/Tests/Acceptance/Support/authenticator.py", "code", secret, "0"])
        let shown = try await client.object("factors", "confirm", String(code.outputText.prefix(6)))
        let codes = shown["recovery_codes"]?.items.compactMap(\.text) ?? []
        #expect(codes.count == 10)
        _ = try await client.run("whoami")
        let refresh = relay.values(of: "refresh_token"), known = relay.values(of: "device_token")
        #expect(!refresh.isEmpty && !known.isEmpty)
        // The head of a token is the same in all of them.
        let access = relay.values(of: "access_token").map { String($0.drop { $0 != "." }) }
        let all =
            pieces("password", [ana.password, ben.password]) + pieces("refresh token", refresh)
            + pieces("device token", known) + pieces("access token", access)
            + pieces("secret of an authenticator", [secret]) + pieces("recovery code", codes)
        // Connections end after their answers, and a thread overwrites its stack with what it does next.
        var left = try found(all, in: stage.server)
        for _ in 1...50 where !left.isEmpty {
            _ = try await stage.server.ask("GET", "/readyz")
            left = try found(all, in: stage.server)
        }
        #expect(left == [])
        #expect(await stage.server.stop() == .status(0))
    }

    /// Without this, a search that finds nothing would prove nothing.
    @Test(.requirement("MEM-07")) func aPasswordIsFoundWhileItsRequestGoesOn() async throws {
        let stage = try await Stage(), login = Person.ana.login
        let password = pieces("password", [Person.ana.password])
        let connection = try Connection(port: stage.server.port)
        _ = try await blocking {
            connection.send(
                "POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(login.utf8.count + 1)\r\n\r\n" + login)
        }
        var seen = Set<String>()
        while seen.isEmpty { seen = try found(password, in: stage.server) }
        #expect(seen == ["password"])
        #expect(await stage.server.stop() == .status(0))
    }

    /// What all keys of the server follow from: its file and its memory are the only places.
    @Test(.requirement("MEM-06", "MEM-07", "MEM-08")) func theServersSecretIsNowhereElse() async throws {
        let stage = try await Stage()
        guard try !ProcessStatus(of: stage.server.pid).isInstrumented else { return }
        _ = try await stage.token()
        let file = try #require(stage.folder.contents(of: "data/server.key"))
        // A mark of 16 bytes is before it.
        let secret = Array(file[16..<32])
        #expect(try found([("secret", secret)], in: stage.server) == ["secret"], "it is found where it has to be")
        let others = stage.folder.files().filter { $0 != "data/server.key" }
        #expect(!others.contains { stage.folder.contents(of: $0)?.holds(secret) == true })
        #expect(await stage.server.stop() == .status(0))
    }
}
