import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// No secret in the clear where it has no business.
struct SecretsTests {
    @Test(.requirement("STORE-03", "STORE-28", "LOGIN-05", "SCREEN-02"))
    func nothingSecretIsInAnyFileInTheClear() async throws {
        let stage = try await Stage("--log.level", "debug", "--tokens.access-lifetime", "30s")
        let relay = try Relay(to: stage.server.port)
        let client = Client(home: stage.folder.path(of: "home"), address: "http://127.0.0.1:\(relay.port)")
        let ben = Person.ben, wrong = "unmistakable-Guess-of-a-stranger-4410"
        var transcript = try await client.run(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", "--verbose",
            input: ben.password + "\n"
        ).everything
        let code = try await Outbox(data: stage.server.data).newestCode(for: ben.email)
        transcript += try await client.run("verify", "0\(code.dropLast())", "--verbose").everything
        transcript += try await client.run("verify", code, "--verbose").everything
        transcript += try await client.run("comment", stage.picture, "Hello", "--verbose").everything
        transcript += try await client.run(
            "login", "--email", ben.email, "--password-stdin", "--verbose", input: wrong + "\n"
        ).everything
        transcript += try await client.run("logout", "--verbose").everything
        transcript += try await client.run(
            "login", "--email", ben.email, "--password-stdin", "--verbose", input: ben.password + "\n"
        ).everything
        for command in ["whoami", "feed", "status"] {
            transcript += try await client.run(command, "--verbose").everything
        }
        // A renewal, a replayed one, and tokens where they don't belong.
        let refreshTokens = relay.values(of: "refresh_token")
        for token in refreshTokens.sorted() + refreshTokens.sorted() {
            _ = try await stage.server.ask("POST", "/auth/refresh", json: #"{"refresh_token":"\#(token)"}"#)
            _ = try await stage.server.ask("GET", "/feed?token=\(token)")
        }
        let secrets = Set([ben.password, wrong, Person.ana.password, code])
            .union(refreshTokens).union(relay.values(of: "access_token"))
        #expect(secrets.count >= 4 + 2 + 2)

        try find(secrets, in: stage.folder, while: "running")
        await stage.server.kill()  // With the write-ahead log in place.
        #expect(stage.folder.files().contains { $0.hasSuffix("-wal") })
        try find(secrets, in: stage.folder, while: "killed")
        for secret in secrets { #expect(!transcript.contains(secret), "said on the terminal") }
    }

    /// Searches all files but the mailed messages, which hold the code on
    /// purpose, for secrets and for what hides none.
    private func find(_ secrets: Set<String>, in folder: TemporaryFolder, while state: Comment) throws {
        let files = folder.files().filter { !$0.contains("/outbox/") && !$0.contains("/images/") }
        #expect(files.contains { $0.contains("/vault/") } && files.contains("data.log"))
        for file in files {
            let bytes = Data(try #require(folder.contents(of: file)))
            for secret in secrets {
                let plain = Data(secret.utf8)
                for form in [plain, Data(plain.base64EncodedString().utf8.dropLast(4)), Data(plain.hexadecimal.utf8)] {
                    #expect(bytes.firstRange(of: form) == nil, "\(file) holds a secret; server \(state)")
                }
            }
        }
    }

    @Test func aCrashLeavesNoMemoryBehind() async throws {
        let stage = try await Stage()
        let limits = try #require(FileManager.default.contents(atPath: "/proc/\(stage.server.pid)/limits"))
        let line = String(decoding: limits, as: UTF8.self).split(separator: "\n").first {
            $0.hasPrefix("Max core file")
        }
        #expect(line?.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"], "\(line ?? "")")
        _ = try await stage.token()
        let before = stage.folder.files()
        stage.server.send(SIGABRT)
        #expect(await stage.server.end() == .signal(SIGABRT))
        // Mail of the login arrives when it arrives.
        let added = Set(stage.folder.files()).subtracting(before).filter { !$0.contains("/outbox/") }
        #expect(added.isEmpty)
        let log = Server.log(of: stage.server.data)
        #expect(!log.contains(Person.ana.password))
        // What a backtracer prints: registers, and the memory that they point to.
        #expect(!log.contains("crashed") && !log.contains("Backtrac"), "\(log.suffix(2_000))")
    }

    @Test(.requirement("STORE-04")) func filesBelongToTheirOwnerAlone() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        try await stage.client.object("feed")
        let vault = try #require(stage.client.folder) + "/vault"
        #expect(try permissions(of: vault) == 0o700)
        for file in stage.folder.files() where file.hasPrefix("data/") || file.contains("/vault/") {
            #expect(stage.folder.mode(of: file).map { $0 & 0o077 } == 0, "\(file)")
        }
    }

    private func permissions(of path: String) throws -> UInt32 {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw POSIXFailure(call: "lstat", code: errno) }
        return status.st_mode & 0o777
    }
}

extension ChildProcess.Outcome {
    fileprivate var everything: String { outputText + errorText }
}

extension Data {
    fileprivate var hexadecimal: String {
        map { (($0 < 16) ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
