import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Backups that the built program encrypts, kills in between included.
struct KilledEncryptedBackupTests {
    private static let kills = Surroundings.number("ESSENTIAL_BACKUP_KILLS") ?? 20
    private static let seed: UInt64 = 0xA6EC

    private static func spawn(_ words: [String], data: String, recipients: String? = nil) throws -> ChildProcess {
        var environment = Surroundings.variables.merging(["HOME": data + ".home", "ESSENTIAL_SERVER_DATA": data]) { $1 }
        environment["ESSENTIAL_BACKUP_RECIPIENTS"] = recipients
        return try ChildProcess(Programs.essentiald, ["backup"] + words + ["--json"], environment: environment)
    }

    private static func run(_ words: String..., data: String, recipients: String? = nil) async throws
        -> ChildProcess.Outcome
    {
        await (try spawn(words, data: data, recipients: recipients)).outcome()
    }

    private static func names(in place: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.filter { $0.hasPrefix("20") && $0.contains("Z-") && !$0.hasSuffix(".unfinished") }.sorted()
    }

    private static func recipient(in outcome: ChildProcess.Outcome) throws -> String {
        let text = outcome.outputText
        let found = try #require(text.firstMatch(of: /"recipient":"(age1[a-z0-9]+)"/))
        return String(found.1)
    }

    @Test(.requirement("OPS-02")) func whatIsKilledLeavesNothingInTheClearAndEachIsRestored() async throws {
        let stage = try await Stage()
        let data = stage.server.data, place = stage.folder.path(of: "backups"),
            key = stage.folder.path(of: "backup.key")
        let made = try await Self.run("key", "create", key, data: data)
        let recipient = try Self.recipient(in: made)
        let start = ContinuousClock.now
        let first = try await Self.run(
            "create", "--to", stage.folder.path(of: "first"), data: data, recipients: recipient)
        #expect(first.exit == .status(0), "\(first.errorText)")
        let time = (ContinuousClock.now - start) / .microseconds(1)
        var generator = SeededGenerator(seed: Self.seed)
        for _ in 0..<Self.kills {
            let child = try Self.spawn(["create", "--to", place], data: data, recipients: recipient)
            try await pass(microseconds: UInt32(time * .random(in: 0..<1, using: &generator)))
            child.send(SIGKILL)
            _ = await child.outcome()
            let kept = stage.folder.files().filter { $0.hasPrefix("backups/") }
            for file in kept {
                let content = stage.folder.contents(of: file) ?? []
                #expect(content.firstRange(of: Array("SQLite format 3".utf8)) == nil, "\(file), seed \(Self.seed)")
            }
        }
        let last = try await Self.run("create", "--to", place, data: data, recipients: recipient)
        #expect(last.exit == .status(0), "\(last.errorText)")
        #expect(!FileManager.default.fileExists(atPath: data + "/essentiald.backing-up"))
        for (number, name) in Self.names(in: place).enumerated() {
            let without = try await Self.run("verify", name, "--from", place, data: data)
            #expect(
                without.exit == .status(0) && without.outputText.contains(#""opened":false"#), "\(without.outputText)")
            let with = try await Self.run("verify", name, "--from", place, "--key-file", key, data: data)
            #expect(with.exit == .status(0) && with.outputText.contains(#""opened":true"#), "\(with.outputText)")
            let restored = try await Self.run(
                "restore", name, "--from", place, "--key-file", key, "--into",
                stage.folder.path(of: "restored-\(number)"),
                data: data)
            #expect(restored.exit == .status(0), "\(restored.errorText)")
        }
        let port = stage.server.port
        _ = try await stage.client.logIn(as: .ana)
        let good = try #require(try await stage.server.ask("GET", "/image/\(stage.picture)"))
        #expect(await stage.server.stop() == .status(0))
        let server = try await Server(data: stage.folder.path(of: "restored-0"), port: port)
        #expect(try await server.ask("GET", "/image/\(stage.picture)")?.body == good.body)
        #expect(await server.stop() == .status(0))
    }

    /// One that is killed while it makes one has made none, and makes it after its next start.
    @Test(.requirement("OPS-02")) func aServerMakesThemItself() async throws {
        let seed = try await SeededData.shared, folder = try TemporaryFolder()
        let data = folder.path(of: "data"), place = folder.path(of: "backups"), key = folder.path(of: "backup.key")
        try await seed.copy(to: data)
        let recipient = try Self.recipient(in: try await Self.run("key", "create", key, data: data))
        #expect(try await Self.run("create", "--to", place, data: data).exit == .status(0))
        for name in Self.names(in: place) { try FileManager.default.removeItem(atPath: place + "/" + name) }

        let flags = ["--backup.folder", place, "--backup.every", "1m", "--backup.recipients", recipient]
        let killed = try await Server(data: data, flags)
        try await Self.until { Self.entries(in: place).contains { $0.hasSuffix(".unfinished") || $0.hasPrefix("20") } }
        killed.send(SIGKILL)
        _ = await killed.end()
        let made = Self.names(in: place).count
        let server = try await Server(data: data, flags)
        try await Self.until { Self.names(in: place).count == max(made, 1) }
        let ready = try #require(try await server.ask("GET", "/readyz"))
        #expect(ready.status == 200 && ready.json?["checks"]?["backup"]?.text == "ok", "\(ready)")
        let verdict = try await Self.run("verify", "--from", place, "--key-file", key, data: data)
        #expect(verdict.exit == .status(0) && verdict.outputText.contains(#""opened":true"#), "\(verdict.outputText)")
        #expect(await server.stop() == .status(0))
        #expect(!FileManager.default.fileExists(atPath: data + "/essentiald.backing-up"))
    }

    private static func entries(in place: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    }

    private static func until(_ isReached: () -> Bool) async throws {
        let start = ContinuousClock.now
        while !isReached() {
            try #require(ContinuousClock.now - start < .seconds(60))
            try await pass(microseconds: 2_000)
        }
    }
}
