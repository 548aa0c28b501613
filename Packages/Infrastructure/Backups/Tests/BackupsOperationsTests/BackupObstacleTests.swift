import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import Testing

/// What keeps a good backup from being opened, and what nobody finds without its key.
struct BackupObstacleTests {
    private struct Noted: Decodable { let sound: Bool, opened: Bool, noted: Bool }

    private static func note(_ name: String, in bench: BackupBench) -> String? {
        bench.folder.contents(of: "backups/\(name)/verified.json").map { String(decoding: $0, as: UTF8.self) }
    }

    private static let full = CommandFailure(
        code: "database", message: LocalizedText(en: "The disk is full.", es: "El disco está lleno."))

    @Test(.requirement("OPS-02")) func aFullDiskMakesNoGoodBackupDamaged() async throws {
        var bench = try await BackupBench()
        let name = try await bench.create().name
        bench.server.openingCopy = { _ throws(CommandFailure) in throw Self.full }
        let verify = try await bench.run("verify", "--from", bench.place, "--json")
        let noted = try verify.json(Noted.self)
        #expect(verify.exit == .failure && !noted.sound && !noted.noted)
        let text = try await bench.run("verify", "--from", bench.place, "--language", "es").output
        #expect(text.contains("El disco está lleno") && text.contains("no se anotó nada"), "\(text)")
        let prove = try await bench.run("prove", "--from", bench.place, "--json")
        #expect(try prove.failureCode() == "backup_not_opened")
        let restore = try await bench.restore()
        #expect(try restore.failureCode() == "backup_not_opened")
        #expect(restore.errors.contains("The disk is full") && !FileManager.default.fileExists(atPath: bench.target))
        #expect(Self.note(name, in: bench) == nil)
    }

    @Test(.requirement("OPS-02")) func theNextPlaceIsTried() async throws {
        var bench = try await BackupBench()
        let name = try await bench.create().name, place = bench.place, tried = Locked(0)
        bench.server.openingCopy = { folder throws(CommandFailure) in
            tried.withLock { $0 += 1 }
            if folder.hasPrefix(place) { throw Self.full }
        }
        #expect(try await bench.verify().sound)
        #expect(tried.current == 2)
        #expect(Self.note(name, in: bench)?.contains("verified_at") == true)
    }

    /// Whoever verifies without the key sees digests alone, and prune goes by what is noted.
    @Test(.requirement("OPS-02")) func whatTheKeyFoundNobodyClearsWithoutIt() async throws {
        var bench = try await BackupBench()
        let keys = try await bench.makeKeys()
        bench.encrypt(to: keys)
        let good = try await bench.create().name
        bench.server.date.advance(by: .seconds(60))
        let bad = try await bench.create().name
        bench.server.openingCopy = { _ throws(CommandFailure) in
            throw CommandFailure(code: "server_keys", message: LocalizedText(verbatim: "foreign"))
        }
        #expect(try await !bench.verify(bad, with: keys).json(Noted.self).sound)
        bench.server.openingCopy = { _ throws(CommandFailure) in }
        let picture = try #require(bench.kept().keys.first { $0.hasPrefix("backups/images/") })
        let whole = Data(try #require(bench.folder.contents(of: picture)))
        for isWhole in [true, false, true] {
            try (isWhole ? whole : whole.dropLast()).write(to: URL(filePath: bench.folder.path(of: picture)))
            let run = try await bench.verify(bad, with: nil), noted = try run.json(Noted.self)
            #expect(run.exit == .failure && !noted.sound && noted.noted == !isWhole)
            #expect(Self.note(bad, in: bench)?.contains("failed_at") == true)
        }
        let text = try await bench.run("verify", bad, "--from", bench.place).output
        #expect(text.contains("found damaged before") && text.contains("--key-file"), "\(text)")
        #expect(try await bench.prune(keeping: 1).removed.isEmpty)
        #expect(try await bench.list().map(\.name) == [good, bad])
        #expect(try await bench.verify(bad, with: keys).json(Noted.self).sound)
        #expect(Self.note(bad, in: bench)?.contains("failed_at") == false)
    }

    @Test(.requirement("OPS-02")) func whatWasFoundWithoutTheKeyNeedsNoneToClear() async throws {
        var bench = try await BackupBench()
        bench.encrypt(to: try await bench.makeKeys())
        let name = try await bench.create().name, file = "backups/\(name)/server.key.age"
        let whole = Data(try #require(bench.folder.contents(of: file)))
        for isWhole in [false, true] {
            try (isWhole ? whole : whole.dropLast()).write(to: URL(filePath: bench.folder.path(of: file)))
            #expect(try await bench.verify(with: nil).json(Noted.self).sound == isWhole)
        }
        #expect(Self.note(name, in: bench)?.contains("failed_at") == false)
    }
}
