import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import PluginKit
import Testing

/// What strangers put into a folder of backups, or into the data folder.
struct StrangeBackupTests {
    private static let branch = "data/essentiald.branch"

    /// Has a backup bear another number, and a name that fits.
    private static func number(_ name: String, _ number: Int, in bench: BackupBench) async throws {
        let url = URL(filePath: bench.place + "/\(name)/backup.json")
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        try Data(text.replacing(/"number":[0-9]+/, with: "\"number\":\(number)").utf8).write(to: url)
        try FileManager.default.removeItem(atPath: bench.place + "/\(name)/origin.json")
        try await bench.rewrite(name)
    }

    private static func latest(_ bench: BackupBench, _ words: String...) async throws -> CommandRun {
        try await bench.commands().run(["backup", "verify", "--from", bench.place, "--json"] + words)
    }

    private struct Named: Decodable { let name: String }

    @Test(.requirement("OPS-02"), arguments: [1 << 53, (1 << 53) - 1, (1 << 32) - 1], [true, false])
    func aForeignNumberMakesNoBackupUnreadable(_ number: Int, hasKey: Bool) async throws {
        let bench = try await BackupBench(pictures: []), other = try await bench.makeAnotherServer()
        try await Self.number(try await bench.create(by: hasKey ? nil : other).name, number, in: bench)
        for _ in 0..<3 {
            bench.server.date.advance(by: .seconds(60))
            _ = try await bench.create()
        }
        let own = try await bench.list().filter { $0.owner == "own" }
        #expect(own.map(\.readable) == [true, true, true])
        #expect(own.map(\.name) == own.map(\.name).sorted())
        #expect(try await Self.latest(bench).json(Named.self).name == own.last?.name)
    }

    @Test(.requirement("OPS-02")) func anOwnLatestThatCannotBeReadFailsTheSchedule() async throws {
        let bench = try await BackupBench(pictures: [])
        bench.server.date.advance(by: .seconds(400 * 86_400))
        let name = try await bench.create().name
        bench.server.date.advance(by: .seconds(-400 * 86_400))
        try Data().write(to: URL(filePath: bench.place + "/\(name)/backup.json"))
        let serving = try Serving(bench, proves: true)
        await serving.pass(.seconds(3_600))
        #expect(await serving.health() != [.healthy])
        await serving.stop()
    }

    // MARK: The latest

    @Test(.requirement("OPS-02")) func aStrangersIsNeverTakenWhereTheKeyIsThere() async throws {
        let bench = try await BackupBench(pictures: []), other = try await bench.makeAnotherServer()
        let theirs = try await bench.create(by: other).name
        for command in [["verify"], ["prove"], ["restore", "--into", bench.target]] {
            let run = try await bench.commands().run(["backup"] + command + ["--from", bench.place, "--json"])
            #expect(try run.failureCode() == "backup_not_named" && run.errors.contains(theirs), "\(command)")
        }
        #expect(!FileManager.default.fileExists(atPath: bench.target))
        #expect(try await bench.run("verify", theirs, "--from", bench.place).exit == .success)
    }

    /// The machine is gone; without an origin only the keys tell servers apart.
    @Test(.requirement("OPS-02")) func whereNoKeyTellsSeveralPossibleServersAreAsked() async throws {
        let bench = try await BackupBench(pictures: []), other = try await bench.makeAnotherServer()
        let own = try await bench.create().name
        bench.server.date.advance(by: .seconds(60))
        _ = try await bench.create()
        try FileManager.default.moveItem(atPath: bench.data + "/server.key", toPath: bench.data + "/key")
        #expect(try await Self.latest(bench).exit == .success)
        try FileManager.default.removeItem(atPath: bench.place + "/\(own)/origin.json")
        #expect(try await Self.latest(bench).exit == .success, "it has the same key")
        other.date.advance(by: .seconds(600))
        let theirs = try await bench.create(by: other).name
        try FileManager.default.removeItem(atPath: bench.place + "/\(theirs)/origin.json")
        #expect(try await Self.latest(bench).failureCode() == "backup_not_named")
    }

    @Test(.requirement("OPS-02"), arguments: [true, false])
    func whoNamesAPrivateKeyGetsNoneThatIsNotEncrypted(_ hasKey: Bool) async throws {
        let bench = try await BackupBench(pictures: [])
        let keys = try await bench.makeKeys()
        var sealing = bench
        sealing.encrypt(to: keys)
        let sealed = try await sealing.create().name
        bench.server.date.advance(by: .seconds(60))
        let plain = try await bench.create().name
        if !hasKey { try FileManager.default.moveItem(atPath: bench.data + "/server.key", toPath: bench.data + "/key") }
        let run = try await bench.restore(with: keys)
        #expect(try run.failureCode() == "backup_not_named" && run.errors.contains(plain))
        #expect(try await bench.restore(sealed, with: keys).exit == .success)
    }

    @Test(.requirement("OPS-02", "OPS-07")) func anEmptyFolderTakesNoLatestAway() async throws {
        let bench = try await BackupBench(pictures: []), own = try await bench.create().name
        let empty = bench.place + "/2099-01-01T000000Z-00000000"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        #expect(try await Self.latest(bench).json(Named.self).name == own)
        #expect(try await bench.restore().exit == .success)
        try FileManager.default.removeItem(atPath: bench.place + "/" + own)
        let serving = try Serving(bench, every: nil)
        #expect(await serving.findings().map(\.code).contains("backup_missing"))
        await serving.stop()
    }

    // MARK: The branch

    @Test(.requirement("OPS-02", "OPS-07"), arguments: ["", "mine", "0123456789abcdef0123456789abcde\n", "folder"])
    func whatIsNoBranchIsAFaultAndStays(_ content: String) async throws {
        let bench = try await BackupBench(pictures: [])
        _ = try await bench.create()
        let path = bench.folder.path(of: Self.branch)
        try FileManager.default.removeItem(atPath: path)
        if content == "folder" {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } else {
            try Data(content.utf8).write(to: URL(filePath: path))
        }
        let run = try await bench.run("create", "--to", bench.place, "--json")
        #expect(try run.failureCode() == "backup_branch_unusable")
        if content != "folder" { #expect(bench.folder.contents(of: Self.branch) == Array(content.utf8)) }
        let serving = try Serving(bench, every: nil)
        #expect(await serving.problems().map { $0.hasPrefix("branchUnusable") } == [true])
        await serving.stop()
    }

    @Test(.requirement("OPS-02")) func aLineThatEndsIsTheSameBranch() async throws {
        let bench = try await BackupBench(pictures: [])
        _ = try await bench.create()
        let branch = Data(try #require(bench.folder.contents(of: Self.branch)))
        try (branch + Data("\n".utf8)).write(to: URL(filePath: bench.folder.path(of: Self.branch)))
        #expect(try await bench.list().map(\.owner) == ["own"])
    }

    @Test(.requirement("OPS-02", "OPS-07")) func whereAllAreDatedAheadNobodyKnowsHowOldTheyAre() async throws {
        let bench = try await BackupBench(pictures: [])
        bench.server.date.advance(by: .seconds(400 * 86_400))
        _ = try await bench.create()
        #expect(try await bench.run("prove", "--from", bench.place).exit == .success)
        bench.server.date.advance(by: .seconds(-400 * 86_400))
        let serving = try Serving(bench, every: nil)
        #expect(await serving.findings().map(\.code).contains("backup_old"))
        await serving.stop()
    }
}
