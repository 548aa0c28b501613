import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import Glibc
import KernelTesting
import OperatingAPI
import SQLStoreAPI
import Testing

/// Backups that the server itself can't read.
struct EncryptedBackupTests {
    private struct Opened: Decodable {
        let sound: Bool
        let opened: Bool
        let findings: [BackupBench.Verdict.Finding]
    }

    private struct Listed: Decodable {
        struct Item: Decodable { let recipients: [String] }
        let backups: [Item]
    }

    private static func encrypting(pictures: [String] = ["first", "second"]) async throws -> (BackupBench, BackupKeys) {
        var bench = try await BackupBench(pictures: pictures)
        let keys = try await bench.makeKeys()
        bench.encrypt(to: keys)
        return (bench, keys)
    }

    @Test(.requirement("OPS-02")) func whoHasThePrivateKeyRestoresIt() async throws {
        let (bench, keys) = try await Self.encrypting()
        #expect(try await bench.create().files == 2)
        let run = try await bench.restore(with: keys)
        #expect(run.exit == .success, "\(run.errors)")
        let restored = try ServerOnDisk(bench.target), pictures = try await restored.pictures()
        #expect(pictures == (try await bench.server.pictures()) && pictures.count == 2)
        #expect(bench.folder.contents(of: "restored/server.key") == bench.folder.contents(of: "data/server.key"))
        for digest in pictures {
            let name = "images/\(digest.prefix(2))/\(digest)"
            #expect(bench.folder.contents(of: "restored/" + name) == bench.folder.contents(of: "data/" + name))
        }
        #expect(!bench.folder.files().contains { $0.hasPrefix("restored/incoming") || $0.contains("restoring") })
        #expect(try await restored.deeds().contains { $0.hasPrefix("backup-restored") })
    }

    @Test(.requirement("OPS-02")) func nobodyElseDoes() async throws {
        let (bench, _) = try await Self.encrypting()
        _ = try await bench.create()
        #expect(try await bench.restore().failureCode() == "backup_key_needed")
        let others = try await bench.makeKeys("other.key")
        #expect(try await bench.restore(with: others).failureCode() == "backup_key_wrong")
        #expect(try await bench.verify(with: others).failureCode() == "backup_key_wrong")
        #expect(!FileManager.default.fileExists(atPath: bench.target))
        let spanish = try await bench.run("restore", "--from", bench.place, "--into", bench.target, "--language", "es")
        #expect(spanish.errors.contains("--key-file") && spanish.errors.contains("cifrada"), "\(spanish.errors)")
    }

    /// Neither contents nor names nor digests of what the server has.
    @Test(.requirement("OPS-02")) func whatIsKeptTellsNothing() async throws {
        let (bench, _) = try await Self.encrypting()
        let lost = try await bench.server.publish("lost")
        try FileManager.default.removeItem(atPath: bench.server.file(lost))
        #expect(try await bench.create().missing.count == 1)
        var secrets = try await bench.server.pictures().map { Array($0.utf8) }
        secrets += ["first", "second", "SQLite format 3"].map { Array($0.utf8) }
        secrets.append(try #require(bench.folder.contents(of: "data/server.key")).suffix(16))
        let kept = bench.kept()
        #expect(kept.count == 8)
        for (name, content) in kept {
            for secret in secrets {
                let text = String(decoding: secret, as: UTF8.self)
                #expect(!name.contains(text) && content.firstRange(of: secret) == nil, "\(name) has \(text)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: bench.data + "/essentiald.backing-up"))
        #expect(bench.modes(below: "backups/") == ["600"])
    }

    @Test(.requirement("OPS-02")) func aPictureIsEncryptedOnce() async throws {
        let (bench, keys) = try await Self.encrypting()
        _ = try await bench.create()
        let before = bench.kept().filter { $0.key.contains("/images/") }
        try await bench.server.publish("third")
        bench.server.date.advance(by: .seconds(60))
        #expect(try await bench.create().files == 3)
        let after = bench.kept().filter { $0.key.contains("/images/") }
        #expect(after.count == 3 && before.allSatisfy { after[$0.key] == $0.value })
        #expect(try await bench.verify(with: keys).json(Opened.self).sound)

        // Who is added couldn't read those that are there.
        var both = bench
        let added = try await bench.makeKeys("added.key")
        both.encrypt(to: added, keys)
        bench.server.date.advance(by: .seconds(60))
        #expect(try await both.create().files == 3)
        #expect(bench.kept().keys.count { $0.contains("/images/") } == 6)
        #expect(try await both.verify(with: added).json(Opened.self).opened)
        #expect(try await both.restore(with: added).exit == .success)
        both.encrypt(to: keys, added)
        bench.server.date.advance(by: .seconds(60))
        _ = try await both.create()
        #expect(bench.kept().keys.count { $0.contains("/images/") } == 6, "their order doesn't matter")
    }

    @Test(.requirement("OPS-02")) func pruningRemovesWhatNoOtherNeeds() async throws {
        let (bench, keys) = try await Self.encrypting(pictures: ["old", "both"])
        _ = try await bench.create()
        let old = try #require(
            try await bench.server.pictures().first {
                FileManager.default.contents(atPath: bench.server.file($0)) == Data("old".utf8)
            })
        try await bench.server.work { data in
            _ = try await data.database.write { db in try db.run("DELETE FROM pictures WHERE digest = \(old)") }
        }
        bench.server.date.advance(by: .seconds(60))
        _ = try await bench.create()
        let run = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        #expect(run.exit == .success, "\(run.errors)")
        #expect(bench.kept().keys.count { $0.contains("/images/") } == 1)
        #expect(try await bench.restore(with: keys).exit == .success)
    }

    @Test(.requirement("OPS-02")) func aFlippedBitAnywhereIsFoundWithoutTheKey() async throws {
        let (bench, keys) = try await Self.encrypting()
        let name = try await bench.create().name, own = "backups/\(name)/"
        let whole = try await bench.verify(with: nil).json(Opened.self)
        #expect(whole.sound && !whole.opened)
        var generator = SeededGenerator(seed: 0xA6E)
        for file in bench.kept().keys.sorted()
        where !file.hasSuffix("essentiald.backups") && !file.hasSuffix("verified.json")
            && !file.hasSuffix("origin.json")
        {
            let good = try #require(bench.folder.contents(of: file)), url = URL(filePath: bench.folder.path(of: file))
            let told = file.hasPrefix(own) ? String(file.dropFirst(own.count)) : "../" + file.dropFirst(8)
            for round in 0..<12 {
                var bad = good
                let place = round < 4 ? round * 7 : .random(in: 0..<bad.count, using: &generator)
                bad[place % bad.count] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
                if round == 11 { bad = bad.dropLast(1) }
                try Data(bad).write(to: url)
                let verdict = try await bench.verify(with: round % 2 == 0 ? nil : keys).json(Opened.self)
                #expect(verdict.findings.map(\.file) == [told], "\(file), round \(round): \(verdict)")
                if round == 0 {
                    #expect(try await bench.restore(with: keys).failureCode() == "backup_not_sound")
                    #expect(!FileManager.default.fileExists(atPath: bench.target))
                }
            }
            try Data(good).write(to: url)
        }
        #expect(try await bench.verify(with: keys).json(Opened.self).opened)
    }

    /// Two pictures whose names somebody exchanged, and the list with them: only their content says what they are.
    @Test(.requirement("OPS-02")) func oneThatLeavesAPictureOutIsFoundWithTheKey() async throws {
        let (bench, keys) = try await Self.encrypting()
        let name = try await bench.create().name
        let path = bench.place + "/\(name)/SHA256SUMS"
        let lines = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
            .split(separator: "\n")
        try Data((lines.dropLast().joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        try await bench.rewrite(name)
        let short = try await bench.list()[0].name
        #expect(try await bench.verify(short, with: nil).json(Opened.self).sound)
        #expect(try await bench.verify(short, with: keys).json(Opened.self).findings.map(\.code) == ["file_unlisted"])
        #expect(try await bench.restore(short, with: keys).failureCode() == "backup_not_sound")
    }

    @Test(.requirement("OPS-02")) func whatTheServerLostIsKnownInTheClearAndCovered() async throws {
        let (bench, keys) = try await Self.encrypting()
        let lost = try await bench.server.publish("lost")
        try FileManager.default.removeItem(atPath: bench.server.file(lost))
        #expect(try await bench.create().missing.count == 1)
        #expect(try await bench.verify(with: keys).json(Opened.self).sound)
        #expect(try await bench.restore(with: keys).exit == .success)
    }

    @Test(.requirement("OPS-02")) func othersReadItWithAge() async throws {
        let (bench, keys) = try await Self.encrypting()
        let name = try await bench.create().name, folder = bench.place + "/" + name
        let check = try await ChildProcess.run(
            "sha256sum", ["--check", "--strict", "SHA256SUMS"], directory: folder)
        #expect(check.exit == .status(0), "\(check.errorText)")
        let run = try await ChildProcess.run(
            "age", ["--decrypt", "-i", keys.file, "-o", bench.folder.path(of: "key"), "server.key.age"],
            directory: folder)
        #expect(run.exit == .status(0), "\(run.errorText)")
        #expect(bench.folder.contents(of: "key") == bench.folder.contents(of: "data/server.key"))
    }

    @Test(.requirement("OPS-02")) func thoseInTheClearStayBesideThem() async throws {
        var bench = try await BackupBench()
        _ = try await bench.create()
        let keys = try await bench.makeKeys()
        bench.encrypt(to: keys)
        bench.server.date.advance(by: .seconds(60))
        _ = try await bench.create()
        let list = try await bench.run("list", "--from", bench.place, "--json").json(Listed.self)
        #expect(list.backups.map(\.recipients) == [[], [keys.recipient]])
        _ = try await bench.run("prune", "--keep", "1", "--from", bench.place)
        #expect(bench.kept().keys.filter { $0.contains("/images/") }.allSatisfy { $0.hasSuffix(".age") })
        #expect(try await bench.restore(with: keys).exit == .success)
    }

    @Test(.requirement("OPS-02")) func whatWasCutShortIsContinuedAndLeavesNothingInTheClear() async throws {
        let (bench, keys) = try await Self.encrypting()
        let work = bench.data + "/essentiald.backing-up"
        try FileManager.default.createDirectory(atPath: work + "/trial", withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: work + "/essentiald.sqlite"))
        _ = try await bench.create()
        #expect(!FileManager.default.fileExists(atPath: work))
        // Without its backup, a picture that was encrypted is used by the next one.
        let before = bench.kept().filter { $0.key.contains("/images/") }
        try FileManager.default.removeItem(atPath: bench.place + "/" + (try await bench.list()[0].name))
        _ = try await bench.create()
        #expect(bench.kept().filter { $0.key.contains("/images/") } == before)
        #expect(try await bench.restore(with: keys).exit == .success)
    }

    @Test(.requirement("OPS-02")) func twoAtATimeDontShareTheClearCopy() async throws {
        let (bench, _) = try await Self.encrypting()
        let work = bench.data + "/essentiald.backing-up"
        try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
        let lock = open(work, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let run = try await bench.run("create", "--to", bench.place, "--json")
        #expect(try run.failureCode() == "backup_folder_in_use")
        close(lock)
        #expect(try await bench.create().files == 2)
    }

    // MARK: Keys

    @Test(.requirement("OPS-02")) func thePrivateKeyIsForItsOwnerAloneAndNoneGivesWay() async throws {
        let bench = try await BackupBench(), keys = try await bench.makeKeys()
        #expect(bench.folder.mode(of: "backup.key").map { $0 & 0o777 } == 0o600)
        #expect(try await bench.run("key", "create", keys.file, "--json").failureCode() == "file_exists")
        let run = try await bench.run("key", "create", bench.folder.path(of: "second.key"))
        #expect(run.exit == .success && !run.output.contains("SECRET") && run.output.contains("age1"))
    }

    @Test(
        .requirement("OPS-02"),
        arguments: ["", "# nothing\n", "age1qqqq\n", "AGE-SECRET-KEY-1QQQQ\n", "age-encryption.org/v1\n"])
    func whatIsNoKeyIsTold(_ text: String) async throws {
        let (bench, _) = try await Self.encrypting()
        _ = try await bench.create()
        let file = bench.folder.path(of: "wrong.key")
        try Data(text.utf8).write(to: URL(filePath: file))
        let run = try await bench.restore(with: BackupKeys(recipient: "", file: file))
        #expect(try run.failureCode() == "backup_key_unusable")
    }
}
