import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Backups that the built program restores beside the server, and signs in to.
struct ProvedBackupTests {
    private static let kills = (Surroundings.number("ESSENTIAL_BACKUP_KILLS") ?? 20) / 2
    private static let seed: UInt64 = 0x9A00F

    private static func spawn(_ words: [String], data: String) throws -> ChildProcess {
        try ChildProcess(
            Programs.essentiald, ["backup"] + words + ["--json"],
            environment: Surroundings.variables.merging(["HOME": data + ".home", "ESSENTIAL_SERVER_DATA": data]) { $1 })
    }

    private static func run(_ words: String..., data: String) async throws -> ChildProcess.Outcome {
        await (try spawn(words, data: data)).outcome()
    }

    @Test(.requirement("OPS-02")) func itIsSignedInToAndTheServerKnowsNothingOfIt() async throws {
        let stage = try await Stage()
        let data = stage.server.data, place = stage.folder.path(of: "backups"), proving = data + "/essentiald.proving"
        #expect(try await Self.run("create", "--to", place, data: data).exit == .status(0))
        let accounts = try await Server.run("accounts", "list", "--json", data: data).outputText
        let letters = stage.folder.files().filter { $0.contains("/outbox/") }

        var generator = SeededGenerator(seed: Self.seed)
        let start = ContinuousClock.now
        let first = try await Self.run("prove", "--from", place, data: data)
        #expect(first.exit == .status(0), "\(first.errorText)")
        let time = (ContinuousClock.now - start) / .microseconds(1)
        let listed = try await Self.run("list", "--from", place, data: data)
        #expect(listed.outputText.contains(#""proved_by":"essentiald 1.0.0""#), "\(listed.outputText)")

        #expect(try await Self.run("create", "--to", place, data: data).exit == .status(0))
        for _ in 0..<Self.kills {
            let child = try Self.spawn(["prove", "--from", place], data: data)
            try await pass(microseconds: UInt32(time * .random(in: 0..<1, using: &generator)))
            child.send(SIGKILL)
            _ = await child.outcome()
        }
        let last = try await Self.run("prove", "--from", place, data: data)
        #expect(last.exit == .status(0), "\(last.errorText), seed \(Self.seed)")
        #expect(!FileManager.default.fileExists(atPath: proving))
        #expect(try await Self.run("verify", "--from", place, data: data).exit == .status(0))

        #expect(try await Server.run("accounts", "list", "--json", data: data).outputText == accounts)
        #expect(stage.folder.files().filter { $0.contains("/outbox/") } == letters)
        #expect(try await Server.run("audit", "verify", data: data).exit == .status(0))
        #expect(try await stage.server.ask("GET", "/readyz")?.status == 200)
        #expect(await stage.server.stop() == .status(0))
        #expect(Server.errors(of: data).isEmpty, "\(Server.errors(of: data))")
    }

    @Test(.requirement("OPS-02")) func onAFullDiskThereIsNoBackupAndItIsSaid() async throws {
        let stage = try await Stage(), disk = try SmallDisk(mebibytes: 16)
        let data = stage.server.data, place = disk.path + "/backups", key = stage.folder.path(of: "backup.key")
        let made = try await Self.run("key", "create", key, data: data)
        let recipient = try #require(made.outputText.firstMatch(of: /age1[a-z0-9]+/)).output
        let create = { () async throws in
            let environment = Surroundings.variables.merging([
                "HOME": data + ".home", "ESSENTIAL_SERVER_DATA": data, "ESSENTIAL_BACKUP_RECIPIENTS": String(recipient),
            ]) { $1 }
            return try await ChildProcess.run(
                Programs.essentiald, ["backup", "create", "--to", place, "--json"], environment: environment)
        }
        try disk.fill()
        // More room each time: it ends at another place each time, and well at last.
        var refusals = 0
        for _ in 0..<200 {
            let outcome = try await create()
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).filter {
                $0.hasPrefix("20")
            }
            if outcome.exit == .status(0) {
                #expect(names.count == 1)
                break
            }
            refusals += 1
            #expect(outcome.errorText.contains(#""code":"file""#), "\(outcome.errorText)")
            #expect(names.isEmpty)
            try disk.giveBack(bytes: 160 << 10)
        }
        #expect(refusals > 2)
        let verdict = try await Self.run("verify", "--from", place, "--key-file", key, data: data)
        #expect(verdict.exit == .status(0) && verdict.outputText.contains(#""opened":true"#), "\(verdict.outputText)")
        #expect(await stage.server.stop() == .status(0))
    }

    /// What is found is said before anything else, also where nothing can be written down.
    @Test(.requirement("OPS-02"), .enabled(if: SmallDisk.isAllowed)) func onADiskThatTakesNothingWhatIsFoundIsTold()
        async throws
    {
        let stage = try await Stage(), disk = try SmallDisk(mebibytes: 16)
        let data = stage.server.data, place = disk.path + "/backups"
        #expect(try await Self.run("create", "--to", place, data: data).exit == .status(0))
        try disk.fill()
        let full = try await Self.run("verify", "--from", place, data: data)
        #expect(full.exit == .status(0) && full.outputText.contains(#""opened":true"#), "\(full.outputText)")

        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        let name = try #require(names.first { $0.hasPrefix("20") })
        let key = open(place + "/\(name)/server.key", O_WRONLY | O_CLOEXEC)
        #expect(pwrite(key, [0xFF], 1, 0) == 1)
        close(key)
        for _ in 0..<2 {
            let bad = try await Self.run("verify", "--from", place, data: data)
            #expect(bad.exit == .status(1), "\(bad.errorText)")
            #expect(bad.outputText.contains(#""file":"server.key""#) && bad.outputText.contains(#""noted":false"#))
            let unproved = try await Self.run("prove", "--from", place, data: data)
            #expect(unproved.exit == .status(1) && unproved.errorText.contains("server.key isn't as it was written"))
            try disk.makeReadOnly()
        }
        #expect(await stage.server.stop() == .status(0))
    }
}
