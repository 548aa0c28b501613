import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Testing

/// What can't be restored, and what a restore leaves.
struct DamagedBackupTests {
    private static let seed: UInt64 = 0xBAC
    private static let flips = 200

    @Test(.requirement("OPS-02")) func aFlippedBitAnywhereIsFoundAndNamed() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        let files = bench.folder.files().filter {
            $0.hasPrefix("backups/") && !$0.hasSuffix("essentiald.backups") && !$0.hasSuffix("origin.json")
        }
        #expect(files.count == 6)
        var generator = SeededGenerator(seed: Self.seed)
        for round in 0..<Self.flips {
            let file = files[round % files.count], path = bench.folder.path(of: file)
            let good = try #require(bench.folder.contents(of: file))
            var bad = good
            bad[.random(in: 0..<bad.count, using: &generator)] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            try Data(bad).write(to: URL(filePath: path))
            let verdict = try await bench.verify()
            let own = "backups/\(name)/"
            let told = file.hasPrefix(own) ? String(file.dropFirst(own.count)) : "../" + file.dropFirst(8)
            #expect(
                !verdict.sound && verdict.findings.map(\.file) == [told] && verdict.findings[0].code == "file_changed",
                "\(file) in round \(round), seed \(Self.seed): \(verdict)")
            if round < files.count {
                #expect(try await bench.restore().failureCode() == "backup_not_sound")
                #expect(!FileManager.default.fileExists(atPath: bench.target))
            }
            try Data(good).write(to: URL(filePath: path))
        }
        #expect(try await bench.verify().sound)
        #expect(try await bench.list().first?.readable == true)
    }

    @Test(.requirement("OPS-02"), arguments: ["server.key", "essentiald.sqlite", "backup.json", "SHA256SUMS"])
    func aMissingFileIsNamed(_ file: String) async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        try FileManager.default.removeItem(atPath: bench.place + "/\(name)/\(file)")
        let verdict = try await bench.verify()
        #expect(verdict.findings.map(\.file) == [file] && verdict.findings[0].code == "file_missing")
        #expect(try await bench.list().first?.readable == !["backup.json", "SHA256SUMS"].contains(file))
        #expect(try await bench.restore().failureCode() == "backup_not_sound")
    }

    /// A picture that is damaged on the disk of the backups would be so in all that are still to be made.
    @Test(.requirement("OPS-02"), arguments: [false, true])
    func whatIsDamagedThereIsCopiedAnew(_ isEncrypted: Bool) async throws {
        var bench = try await BackupBench()
        let keys = try await bench.makeKeys()
        if isEncrypted { bench.encrypt(to: keys) }
        let first = try await bench.create().name
        let picture = try #require(bench.folder.files().first { $0.hasPrefix("backups/images/") })
        var bytes = Data(try #require(bench.folder.contents(of: picture)))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: bench.folder.path(of: picture)))
        #expect(try await !bench.verify().sound)
        for _ in 0..<2 {
            bench.server.date.advance(by: .seconds(60))
            _ = try await bench.create()
            #expect(try await bench.verify().sound)
        }
        let pictures = bench.folder.files().filter { $0.hasPrefix("backups/images/") }
        #expect(pictures.count == (isEncrypted ? 3 : 2), "each is copied anew once")
        let old = try await bench.run("verify", first, "--from", bench.place)
        #expect(old.exit == (isEncrypted ? .failure : .success))
    }

    @Test(.requirement("OPS-02")) func aDatabaseThatIsNoneIsTheBackupsFault() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        try Data(String(repeating: "none", count: 3_000).utf8)
            .write(to: URL(filePath: bench.place + "/\(name)/essentiald.sqlite"))
        try await bench.rewrite(name)
        let changed = try await bench.list()[0].name
        let run = try await bench.run("verify", changed, "--from", bench.place, "--json")
        #expect(try run.json(BackupBench.Verdict.self).findings.map(\.code) == ["database_damaged"])
    }

    /// Such as a disk gives back no more: that is no reason to read none of the others.
    @Test(.requirement("OPS-02")) func whatCannotBeReadIsNamed() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name, own = "backups/\(name)/"
        let files = bench.folder.files().filter {
            $0.hasPrefix("backups/") && !$0.hasSuffix("essentiald.backups") && !$0.hasSuffix("origin.json")
        }
        for file in files {
            let path = bench.folder.path(of: file)
            try FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            let verdict = try await bench.verify()
            let told = file.hasPrefix(own) ? String(file.dropFirst(own.count)) : "../" + file.dropFirst(8)
            #expect(!verdict.sound && verdict.findings.map(\.file) == [told], "\(file): \(verdict)")
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
        }
        #expect(try await bench.verify().sound)
    }

    @Test(.requirement("OPS-02")) func whatANewerProgramMadeIsRefused() async throws {
        var bench = try await BackupBench()
        bench.server.migrations.append(ServerOnDisk.newer)
        try await bench.server.work { _ in }
        let name = try await bench.create().name
        #expect(try await bench.verify().sound)
        bench.server.migrations.removeLast()
        let newer = try await bench.verify()
        #expect(!newer.sound && newer.findings.isEmpty)
        let told = try await bench.run("verify", "--from", bench.place).output
        #expect(told.contains("shelf-0002") && told.contains("nothing was noted"), "\(told)")
        #expect(try await bench.list().map { $0.verified_at != nil } == [true], "it is as good as it was")
        let run = try await bench.restore()
        #expect(try run.failureCode() == "backup_not_opened" && run.errors.contains("shelf-0002"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: bench.target))

        let path = bench.place + "/\(name)/backup.json"
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        try Data(text.replacing(#""format":1"#, with: #""format":2"#).utf8).write(to: URL(filePath: path))
        try await bench.rewrite(name)
        #expect(try await bench.verify().findings.map(\.code) == ["format_unknown"])
        #expect(try await bench.restore().errors.contains("form 2"))
    }

    @Test(.requirement("OPS-02")) func anotherServersKeyIsRefused() async throws {
        let bench = try await BackupBench(), other = try await BackupBench()
        let name = try await bench.create().name
        try Data(try #require(other.folder.contents(of: "data/server.key")))
            .write(to: URL(filePath: bench.place + "/\(name)/server.key"))
        try await bench.rewrite(name)
        let foreign = try await bench.list()[0].name
        let verified = try await bench.run("verify", foreign, "--from", bench.place, "--json")
        #expect(try verified.json(BackupBench.Verdict.self).findings.map(\.code) == ["server_keys"])
        let restore = try await bench.run(
            "restore", foreign, "--from", bench.place, "--into", bench.target, "--json")
        #expect(try restore.failureCode() == "backup_not_sound")
        #expect(!FileManager.default.fileExists(atPath: bench.target))
    }

    @Test(.requirement("OPS-02")) func aListThatLeavesAPictureOutIsRefused() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        let path = bench.place + "/\(name)/SHA256SUMS"
        let lines = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
            .split(separator: "\n")
        try Data((lines.dropLast().joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        try await bench.rewrite(name)
        #expect(try await bench.verify().findings.map(\.code) == ["file_unlisted"])
        #expect(try await bench.restore().failureCode() == "backup_not_sound")
    }

    @Test(
        .requirement("OPS-02"),
        arguments: [
            "../../etc/shadow", "../images/../../../../x", "/etc/shadow", "../images/aa/../bb", "verified.json",
        ])
    func aListThatLeadsElsewhereIsRefused(_ path: String) async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        let list = bench.place + "/\(name)/SHA256SUMS"
        let text = try #require(FileManager.default.contents(atPath: list))
        let line = String(repeating: "0", count: 64) + "  " + path + "\n"
        try (text + Data(line.utf8)).write(to: URL(filePath: list))
        let rename = try await ChildProcess.run(
            "/bin/sh", ["-c", #"mv "$PWD" "${PWD%-*}-$(sha256sum SHA256SUMS | cut -c 1-8)""#],
            directory: bench.place + "/" + name)
        #expect(rename.exit == .status(0))
        #expect(try await bench.verify().findings.map(\.file) == ["SHA256SUMS"])
        #expect(try await bench.restore().failureCode() == "backup_not_sound")
    }

    @Test(.requirement("OPS-02")) func aRestoreTakesNobodysPlace() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let before = bench.folder.contents(of: "data/essentiald.sqlite")
        let run = try await bench.run("restore", "--from", bench.place, "--into", bench.data, "--json")
        #expect(try run.failureCode() == "folder_not_empty")
        #expect(bench.folder.contents(of: "data/essentiald.sqlite") == before)
    }

    @Test(.requirement("OPS-02")) func aRestoreThatWasCutShortIsToldAndBegunAgain() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let inner = bench.target + "/essentiald.restoring"
        try FileManager.default.createDirectory(atPath: inner + "/images", withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: bench.target + "/server.key"))
        try Data("half".utf8).write(to: URL(filePath: inner + "/essentiald.sqlite"))
        let run = try await bench.restore()
        #expect(run.exit == .success, "\(run.errors)")
        struct Restored: Decodable { let resumed: Bool }
        #expect(try run.json(Restored.self).resumed)
        #expect(try await ServerOnDisk(bench.target).pictures().count == 2)
        #expect(!FileManager.default.fileExists(atPath: inner))

        // What isn't a restore's stays.
        let other = bench.folder.path(of: "other")
        try FileManager.default.createDirectory(
            atPath: other + "/essentiald.restoring", withIntermediateDirectories: true)
        try Data("letter".utf8).write(to: URL(filePath: other + "/letter"))
        let refused = try await bench.run("restore", "--from", bench.place, "--into", other, "--json")
        #expect(try refused.failureCode() == "folder_not_empty")
        #expect(bench.folder.contents(of: "other/letter") == Array("letter".utf8))
    }
}
