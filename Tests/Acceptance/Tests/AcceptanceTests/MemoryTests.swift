import Glibc
import KernelTesting
import Testing

/// The memory of the client, searched by another process.
///
/// A command is stopped when it is about to exit: all that it did is done.
@Suite(.enabled(if: ProcessMemory.isReadable, "reading the memory of others needs root"))
struct MemoryTests {
    private let stage: Stage
    private let relay: Relay
    private let clock: ShiftedClock
    private let client: Client

    init() async throws {
        stage = try await Stage()
        relay = try Relay(to: stage.server.port)
        clock = try await ShiftedClock()
        let library = try await PreloadedLibrary("watched-program.c", in: stage.folder)
        var client = Client(home: stage.client.home, address: "http://127.0.0.1:\(relay.port)")
        client.environment = clock.environment.merging(library.environment) { $0 == $1 ? $0 : "\($0):\($1)" }
        client.environment["WATCHED_KEYS"] = stage.folder.path(of: "keys")
        // Debug builds load the Swift runtime as libraries. Where those look
        // for each other at the first call, the linker saves the registers,
        // with what was copied last, on the stack. In release builds nothing
        // is looked for after the start.
        client.environment["LD_BIND_NOW"] = "1"
        self.client = client
    }

    /// A secret in pieces: what is left of one may be overwritten in part.
    private struct Pieces {
        let name: String
        let all: [[UInt8]]

        init(_ name: String, _ bytes: some Sequence<UInt8>) {
            self.name = name
            let bytes = Array(bytes)
            all = stride(from: 0, through: bytes.count - 16, by: 16).map { Array(bytes[$0..<($0 + 16)]) }
        }
    }

    /// The passwords, and the tokens and keys that there have been.
    private func secrets() -> [Pieces] {
        // The head of a token is the same in all of them.
        let access = relay.values(of: "access_token").map { $0.drop { $0 != "." } }
        let keys = stage.folder.contents(of: "keys") ?? []
        let privateKeys = stride(from: 0, to: keys.count, by: 32).map { keys[$0..<($0 + 32)] }
        return [
            Pieces("password of Ana", Person.ana.password.utf8), Pieces("password of Ben", Person.ben.password.utf8),
        ]
            + access.map { Pieces("access token", $0.utf8) }
            + relay.values(of: "refresh_token").map { Pieces("refresh token", $0.utf8) }
            + relay.values(of: "device_token").map { Pieces("device token", $0.utf8) }
            // As PKCS #8 has it, and as a number of OpenSSL.
            + privateKeys.flatMap { [Pieces("key", $0), Pieces("key as a number", $0.reversed())] }
    }

    private func namesOfSecrets(inMemoryOf child: ChildProcess) throws -> Set<String> {
        let memory = try ProcessMemory(of: child.pid)
        #expect(memory.count > 1 << 20)
        return Set(secrets().filter { $0.all.contains(where: memory.contains) }.map(\.name))
    }

    private func namesOfSecretsInFiles() throws -> Set<String> {
        let files = stage.folder.files().filter { $0.hasPrefix("home/") }
        #expect(!files.isEmpty)
        let contents = files.compactMap { stage.folder.contents(of: $0) }
        return Set(
            secrets().filter { secret in
                secret.all.contains { piece in contents.contains { $0.holds(piece) } }
            }.map(\.name))
    }

    /// Runs a command to where it is about to exit, looks for secrets, and lets
    /// it go.
    private func expectNoSecret(
        atTheEndOf arguments: String..., input: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let child = try client.spawn(arguments)
        if let input { child.provideInput(input) }
        try await expectNoSecret(atTheEndOf: child, sourceLocation: sourceLocation)
    }

    private func expectNoSecret(
        atTheEndOf child: ChildProcess, exit: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await blocking {
            var information = siginfo_t()
            guard waitid(P_PID, id_t(child.pid), &information, WSTOPPED | WEXITED | WNOWAIT) == 0 else {
                throw POSIXFailure(call: "waitid", code: errno)
            }
        }
        let names = try namesOfSecrets(inMemoryOf: child)
        #expect(names == [], sourceLocation: sourceLocation)
        child.send(SIGCONT)
        let outcome = await child.outcome()
        #expect(outcome.exit == .status(exit), "\(outcome.errorText)", sourceLocation: sourceLocation)
    }

    @Test(.requirement("MEM-01", "MEM-02", "MEM-07", "STORE-28", "LOGOUT-01", "MEM-04", "MEM-05"))
    func nothingSecretOutlivesItsUse() async throws {
        let ben = Person.ben, ana = Person.ana
        try await expectNoSecret(
            atTheEndOf: "register", "--name", ben.name, "--email", ben.email, "--password-stdin",
            input: ben.password + "\n")
        try await expectNoSecret(
            atTheEndOf: "login", "--email", ana.email, "--password-stdin", input: ana.password + "\n")
        let tokens = relay.values(of: "refresh_token").count
        try clock.pass(seconds: 400)
        try await expectNoSecret(atTheEndOf: "feed")
        #expect(relay.values(of: "refresh_token").count == tokens + 1)

        // While somebody is logged in, the secrets are there to be found: once,
        // however long the answer goes on that a token was sent for.
        let events = try client.spawn(["events", "--json"])
        #expect(await events.readOutput(until: #""ready""#).contains(#""ready""#))
        let names = try namesOfSecrets(inMemoryOf: events)
        #expect(names.isSuperset(of: ["access token", "key as a number"]))
        let memory = try ProcessMemory(of: events.pid)
        for secret in secrets() where secret.name.hasSuffix("token") {
            let copies = secret.all.map(memory.count).max() ?? 0
            #expect(copies <= 1, "\(copies) copies of the \(secret.name)")
        }
        try await expectNoSecret(atTheEndOf: "logout")
        try await expectNoSecret(atTheEndOf: events, exit: 3)

        #expect(try namesOfSecretsInFiles() == [])
        let unwatched = Client(home: client.home, address: client.address)
        #expect(try await unwatched.vault().records == 2, "the tokens of the device, one for each account, sealed")
        #expect(try await unwatched.object("queue", "list")["items"]?.items.count == 0)
        #expect(Set(secrets().map(\.name)).count == 7)
        #expect(await stage.server.stop() == .status(0))
    }

    /// proc(5): locked, left out of dumps, wiped on fork.
    @Test(.requirement("MEM-06")) func theKeysOfTheServerLieWhereNothingIsSwappedOrDumped() async throws {
        _ = try await stage.token()
        guard try !ProcessStatus(of: stage.server.pid).isInstrumented else { return }
        // The kernel gives it piece by piece, which `cat` puts together.
        let map = try await ChildProcess.run("cat", ["/proc/\(stage.server.pid)/smaps"]).outputText
        let flags = map.split(separator: "\n").filter { $0.hasPrefix("VmFlags:") }.map { line in
            Set(line.split(separator: " ").dropFirst().map(String.init))
        }
        #expect(flags.count > 50)
        let locked = flags.filter { $0.contains("lo") }
        #expect(locked.contains { $0.isSuperset(of: ["rd", "wr", "dd", "wf"]) }, "\(locked)")
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("MEM-01", "MEM-07")) func aPasswordIsFoundWhileItIsSent() async throws {
        #expect(await stage.server.stop() == .status(0))
        let silent = try BrokenServer(port: stage.server.port, answering: nil)
        defer { silent.stop() }
        let child = try stage.client.spawn(["login", "--email", Person.ana.email, "--password-stdin"])
        child.provideInput(Person.ana.password + "\n")
        try await silent.firstRequest()
        #expect(try namesOfSecrets(inMemoryOf: child).contains("password of Ana"))
        child.send(SIGKILL)
        _ = await child.outcome()
    }
}
