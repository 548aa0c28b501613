import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Testing

/// What `doctor` is told of backups.
struct BackupWatchTests {
    private static let day = Duration.seconds(86_400)

    private static func findings(_ bench: BackupBench, every interval: Duration? = nil) async throws -> [Finding] {
        let serving = try Serving(bench, every: interval)
        let findings = await serving.findings()
        await serving.stop()
        return findings
    }

    private static func codes(_ bench: BackupBench, every interval: Duration? = nil) async throws -> [String] {
        try await findings(bench, every: interval).map(\.code)
    }

    /// A server's good backups, verified and proved.
    private static func sound() async throws -> BackupBench {
        let bench = try await BackupBench()
        _ = try await bench.create()
        #expect(try await bench.run("prove", "--from", bench.place).exit == .success)
        return bench
    }

    @Test(.requirement("OPS-02", "OPS-07")) func whatIsGoodIsNoReasonToTell() async throws {
        let bench = try await Self.sound()
        #expect(try await Self.codes(bench).isEmpty)
        bench.server.date.advance(by: Self.day * 3)
        #expect(try await Self.codes(bench) == ["backup_old"])
        #expect(try await Self.codes(bench, every: Self.day) == ["backup_overdue"])
        bench.server.date.advance(by: Self.day * 30)
        #expect(try await Self.codes(bench) == ["backup_old", "backup_unproven"])
    }

    @Test(.requirement("OPS-02", "OPS-07")) func backupsOfAnotherServerAreNone() async throws {
        let bench = try await Self.sound()
        var other = bench
        other.server = try await bench.makeAnotherServer()
        let findings = try await Self.findings(other)
        #expect(findings.map(\.code) == ["backup_missing", "backup_folder_shared"])
        _ = try await other.create()
        #expect(try await Self.codes(bench) == ["backup_folder_shared"])
    }

    @Test(.requirement("OPS-02", "OPS-07")) func aForgedProofSilencesNobody() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        #expect(try await bench.verify().sound)
        #expect(try await Self.codes(bench) == ["backup_not_proved"])
        #expect(try await bench.run("prove", "--from", bench.place).exit == .success)
        #expect(try await Self.codes(bench).isEmpty)
        let url = URL(filePath: bench.place + "/\(name)/proof.json")
        let proof = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        try Data(proof.replacing("tests 1.0", with: "tests 2.0").utf8).write(to: url)
        #expect(try await Self.codes(bench) == ["backup_not_proved"])
    }

    /// Nobody knows when it was that is dated ahead: of a backup, of reading one, of proving one.
    @Test(.requirement("OPS-02", "OPS-07")) func whatIsDatedAheadIsToldAndCountsForNothing() async throws {
        let bench = try await Self.sound()
        bench.server.date.advance(by: Self.day * 40)
        let good = try await bench.create().name
        bench.server.date.advance(by: Self.day * 400)
        let ahead = try await bench.create().name
        #expect(try await bench.run("prove", ahead, "--from", bench.place).exit == .success)
        bench.server.date.advance(by: Self.day * -400)
        let findings = try await Self.findings(bench)
        #expect(findings.map(\.code) == ["backup_dated_ahead", "backup_unproven"])
        #expect(findings[0].weight == .notice && findings[0].text.english.contains(ahead))
        #expect(try await bench.run("verify", good, "--from", bench.place).exit == .success)
        let unproved = try await Self.codes(bench)
        #expect(unproved == ["backup_dated_ahead", "backup_not_proved"])
        bench.server.date.advance(by: Self.day * 3)
        #expect(try await Self.codes(bench).contains("backup_old"))
    }

    /// Their operator turned encryption on; whoever takes the disk doesn't mind.
    @Test(.requirement("OPS-02", "OPS-07")) func thoseFromBeforeTheyWereEncryptedAreTold() async throws {
        var bench = try await Self.sound()
        let plain = try await bench.list()[0].name, keys = try await bench.makeKeys()
        bench.encrypt(to: keys)
        for _ in 0..<2 {
            bench.server.date.advance(by: .seconds(60))
            _ = try await bench.create()
        }
        let told = try #require(try await Self.findings(bench).first { $0.code == "backup_readable" })
        #expect(told.weight == .notice && told.text.english.contains("--keep 2"), "\(told.text.english)")
        let shown = try await bench.run("list", "--from", bench.place, "--language", "es")
        #expect(shown.output.contains("Sin cifrar") && shown.output.contains(plain), "\(shown.output)")
        // As it is said.
        let prove = try await bench.run("prove", "--from", bench.place, "--key-file", keys.file)
        #expect(prove.exit == .success, "\(prove.errors)")
        #expect(try await bench.prune(keeping: 2).removed == [plain])
        #expect(try await !Self.codes(bench).contains("backup_readable"))
        #expect(!bench.kept().keys.contains { $0.hasPrefix("backups/images/") && !$0.hasSuffix(".age") })
    }
}
