import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import OperatingAPI
import PluginKit
import SQLStoreAPI
import Testing

/// One folder that several servers have backups in.
struct BackupOwnerTests {
    private static let minute = Duration.seconds(60)

    /// Restores the latest backup into a server of its own.
    private static func restored(_ bench: BackupBench) async throws -> ServerOnDisk {
        let run = try await bench.restore()
        #expect(run.exit == .success && run.output.contains(#""name""#), "\(run.errors)")
        return try ServerOnDisk(bench.target)
    }

    @Test(.requirement("OPS-02")) func eachServerRemovesItsOwn() async throws {
        let bench = try await BackupBench(), other = try await bench.makeAnotherServer()
        let theirs = try await bench.create(by: other)
        var ours: [String] = []
        for number in 0..<3 {
            bench.server.date.advance(by: Self.minute)
            try await bench.server.publish("picture \(number)")
            ours.append(try await bench.create().name)
        }
        let pruned = try await bench.prune(keeping: 1)
        #expect(pruned.removed == Array(ours.dropLast()) && pruned.others == 1)
        #expect(try await bench.list().map(\.owner) == ["other_server", "own"])
        #expect(try await bench.list(for: other).map(\.owner) == ["own", "other_server"])
        #expect(try await bench.prune(keeping: 1, by: other).removed.isEmpty)
        for name in [theirs.name, ours[2]] {
            #expect(try await bench.run("verify", name, "--from", bench.place).exit == .success)
        }
        let shown = try await bench.run("list", "--from", bench.place, "--language", "es")
        #expect(shown.output.contains("De otro servidor, o no dicen de quién: 1."), "\(shown.output)")
        let text = try await bench.run("prune", "--keep", "1", "--from", bench.place)
        #expect(text.output.contains("Left, since they aren't this server's own: 1"), "\(text.output)")
    }

    /// Whoever names none means their own, whatever was made last.
    @Test(.requirement("OPS-02")) func theLatestIsTheLatestOfTheServer() async throws {
        let bench = try await BackupBench(), own = try await bench.create().name
        let other = try await bench.makeAnotherServer()
        _ = try await bench.create(by: other)
        struct Named: Decodable { let name: String }
        let verified = try await bench.run("verify", "--from", bench.place, "--json")
        #expect(try verified.json(Named.self).name == own)
        try FileManager.default.moveItem(atPath: bench.data + "/server.key", toPath: bench.data + "/key")
        let unknown = try await bench.run("verify", "--from", bench.place, "--json")
        #expect(try unknown.failureCode() == "backup_not_named")
        #expect(try await bench.restore().failureCode() == "backup_not_named")
        #expect(try await bench.run("verify", own, "--from", bench.place).exit == .success)
    }

    /// A rehearsal, or a server that took the other's place: only its operator knows.
    @Test(.requirement("OPS-02")) func aRestoredServerRemovesNoneOfTheOthers() async throws {
        let bench = try await BackupBench()
        var before: [String] = []
        for _ in 0..<2 {
            bench.server.date.advance(by: Self.minute)
            before.append(try await bench.create().name)
        }
        let copy = try await Self.restored(bench)
        var rehearsal = bench
        rehearsal.server = copy
        let serving = try Serving(rehearsal, every: .seconds(3_600), keep: 1)
        await serving.pass(.seconds(4 * 3_600))
        #expect(await serving.health() == [.healthy])
        #expect(await serving.findings().map(\.code).contains("backup_of_other_branch"))
        await serving.stop()
        #expect(try await bench.list().map(\.owner) == ["own", "own", "other_branch"])
        #expect(try await bench.list(for: copy).map(\.owner) == ["other_branch", "other_branch", "own"])
        #expect(try await bench.prune(keeping: 1).removed == [before[0]], "those of the copy take nobody's place")

        // It did take the other's place.
        let adopted = try await bench.commands(of: copy).run(["backup", "adopt", "--from", bench.place])
        #expect(adopted.exit == .success && adopted.output.contains("own from now on: 1"), "\(adopted)")
        #expect(try await bench.list(for: copy).map(\.owner) == ["own", "own"])
        #expect(try await copy.deeds().last == "backup-adopted \(before[1])")
        #expect(try await bench.list().map(\.owner) == ["other_branch", "other_branch"])
        #expect(try await bench.prune(keeping: 1, by: copy).removed == [before[1]])
        #expect(try await bench.verify(copy).sound)
    }

    @Test(.requirement("OPS-02")) func aServerThatMovesWithItsFolderOwnsWhatItMade() async throws {
        let bench = try await BackupBench()
        let first = try await bench.create().name
        bench.server.date.advance(by: Self.minute)
        _ = try await bench.create()
        let elsewhere = bench.folder.path(of: "elsewhere")
        try FileManager.default.moveItem(atPath: bench.data, toPath: elsewhere)
        let moved = try ServerOnDisk(elsewhere)
        #expect(try await bench.list(for: moved).map(\.owner) == ["own", "own"])
        #expect(try await bench.prune(keeping: 1, by: moved).removed == [first])
    }

    @Test(.requirement("OPS-02")) func thoseOfOneSecondHaveNamesOfTheirOwn() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        // It has the same data, and its time is the same.
        let copy = try await Self.restored(bench),
            names = [try await bench.create().name, try await bench.create(by: copy).name]
        #expect(Set(names).count == 2 && Set(names.map { $0.prefix(18) }).count == 1)
        for _ in 0..<4 {
            async let one = bench.run("create", "--to", bench.place, "--json")
            async let two = bench.commands(of: copy).run(["backup", "create", "--to", bench.place, "--json"])
            for run in try await [one, two] where run.exit != .success {
                #expect(try run.failureCode() == "backup_folder_in_use")
            }
        }
        for item in try await bench.list() {
            #expect(try await bench.run("verify", item.name, "--from", bench.place).exit == .success)
        }
    }

    /// Whoever writes to the folder has nothing removed by what they write.
    @Test(.requirement("OPS-02")) func anOriginThatIsMovedOrForgedDoesNotCount() async throws {
        let bench = try await BackupBench(), other = try await bench.makeAnotherServer()
        let theirs = try await bench.create(by: other).name
        bench.server.date.advance(by: Self.minute)
        let ours = try await bench.create().name
        bench.server.date.advance(by: Self.minute)
        _ = try await bench.create()
        let place = bench.place, origin = place + "/\(ours)/origin.json"
        let text = String(decoding: try #require(FileManager.default.contents(atPath: origin)), as: UTF8.self)
        for forged in [
            text, "{}", "[", String(repeating: "[", count: 3_000),
            text.replacing(/"code":"[0-9a-f]/, with: #""code":"x"#),
        ] {
            try Data(forged.utf8).write(to: URL(filePath: place + "/\(theirs)/origin.json"))
            #expect(try await bench.list().map(\.owner) == ["other_server", "own", "own"])
        }
        let changed = text.replacing(/"branch":"[0-9a-f]{4}/, with: #""branch":"0000"#)
        for forged in [changed, "", "{}"] {
            try Data(forged.utf8).write(to: URL(filePath: origin))
            #expect(try await bench.prune(keeping: 1).removed.isEmpty)
        }
        try Data(text.utf8).write(to: URL(filePath: origin))
        #expect(try await bench.prune(keeping: 1).removed == [ours])
    }

    @Test(.requirement("OPS-02")) func whatAPersonPutThereIsNotRemoved() async throws {
        let bench = try await BackupBench(pictures: [])
        let own = try await bench.create().name
        bench.server.date.advance(by: Self.minute)
        _ = try await bench.create()
        let file = bench.place + "/2020-01-01T000000Z-00000000", folder = bench.place + "/2020-01-01T000000Z-11111111"
        try Data("mine".utf8).write(to: URL(filePath: file))
        #expect(try await bench.list().count == 2)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: folder + "/notes"))
        let refused = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        #expect(try refused.failureCode() == "backup_not_sound", "what it needs nobody knows")
        // Of an older one that names no origin it isn't sure either.
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.removeItem(atPath: bench.place + "/\(own)/origin.json")
        let pruned = try await bench.prune(keeping: 1)
        #expect(pruned.removed.isEmpty && pruned.others == 1)
        #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
    }

    @Test(.requirement("OPS-02")) func withoutTheServersKeyNothingIsRemoved() async throws {
        let bench = try await BackupBench()
        for _ in 0..<2 {
            _ = try await bench.create()
            bench.server.date.advance(by: Self.minute)
        }
        #expect(try await bench.run("prove", "--from", bench.place).exit == .success)
        try FileManager.default.moveItem(atPath: bench.data + "/server.key", toPath: bench.data + "/key")
        let run = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        #expect(try run.failureCode() == "backup_owners_unknown")
        let spanish = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--language", "es")
        #expect(spanish.errors.contains("No se eliminó nada"), "\(spanish.errors)")
        #expect(!FileManager.default.fileExists(atPath: bench.data + "/server.key"), "none is made")
        let list = try await bench.list()
        #expect(list.map(\.owner) == ["unknown", "unknown"] && list.allSatisfy { $0.proved_at == nil })
        #expect(try await bench.run("list", "--from", bench.place).output.contains("only the server's key tells"))
    }

    /// Then backups count most, and their disk may be the one that is full.
    @Test(.requirement("OPS-02")) func besideADamagedDatabaseTheServerKnowsItsOwn() async throws {
        let bench = try await BackupBench(), other = try await bench.makeAnotherServer()
        let first = try await bench.create().name
        bench.server.date.advance(by: Self.minute)
        let second = try await bench.create().name
        bench.server.date.advance(by: Self.minute)
        _ = try await bench.create(by: other)
        try Data("no database, and longer than a header of one is: \(String(repeating: "x", count: 100))".utf8)
            .write(to: URL(filePath: bench.data + "/essentiald.sqlite"))
        #expect(try await bench.run("create", "--to", bench.place, "--json").failureCode() == "database_damaged")
        #expect(try await bench.list().map(\.owner).sorted() == ["other_server", "own", "own"])
        #expect(try await bench.prune(keeping: 1).removed == [first])
        struct Restored: Decodable { let name: String }
        #expect(try await bench.restore().json(Restored.self).name == second)
    }

    /// Somebody keeps one by another name, or on another disk.
    @Test(.requirement("OPS-02")) func whatOneNeedsThatIsCalledOtherwiseStays() async throws {
        let bench = try await BackupBench(pictures: ["of the kept"])
        let kept = try await bench.create().name, elsewhere = bench.folder.path(of: "elsewhere")
        try await bench.server.work { data in
            _ = try await data.database.write { db in try db.run("DELETE FROM pictures") }
        }
        for _ in 0..<2 {
            bench.server.date.advance(by: Self.minute)
            _ = try await bench.create()
        }
        let shared = { bench.folder.files().filter { $0.hasPrefix("backups/images/") }.count }
        for path in [bench.place + "/before the move", elsewhere] {
            try FileManager.default.moveItem(atPath: bench.place + "/\(kept)", toPath: path)
            if path == elsewhere {
                try FileManager.default.createSymbolicLink(atPath: bench.place + "/link", withDestinationPath: path)
            }
            _ = try await bench.prune(keeping: 1)
            #expect(shared() == 1)
            if path == elsewhere {
                // Its disk isn't there.
                try FileManager.default.moveItem(atPath: elsewhere, toPath: elsewhere + ".unmounted")
                let run = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
                #expect(try run.failureCode() == "backup_not_sound" && shared() == 1)
                try FileManager.default.moveItem(atPath: elsewhere + ".unmounted", toPath: elsewhere)
            }
            try? FileManager.default.removeItem(atPath: bench.place + "/link")
            try FileManager.default.moveItem(atPath: path, toPath: bench.place + "/\(kept)")
        }
        #expect(try await bench.run("verify", kept, "--from", bench.place).exit == .success)
        #expect(try await bench.prune(keeping: 1).removed == [kept])
        #expect(shared() == 0)
    }

    @Test(.requirement("OPS-02")) func onlyWhatHasTheServersKeyIsAdopted() async throws {
        var bench = try await BackupBench()
        let other = try await bench.makeAnotherServer(), theirs = try await bench.create(by: other).name
        let keys = try await bench.makeKeys()
        bench.encrypt(to: keys)
        let sealed = try await bench.create().name
        try FileManager.default.removeItem(atPath: bench.place + "/\(sealed)/origin.json")
        try FileManager.default.removeItem(atPath: bench.place + "/\(theirs)/origin.json")
        let adopt = { (words: [String]) in
            try await bench.commands().run(["backup", "adopt"] + words + ["--from", bench.place, "--json"])
        }
        struct Adopted: Decodable { let adopted: [String] }
        #expect(try await adopt([]).json(Adopted.self).adopted.isEmpty)
        #expect(try await adopt([theirs]).failureCode() == "backup_of_other_server")
        #expect(try await adopt([sealed]).json(Adopted.self).adopted == [sealed])
        #expect(try await bench.list().map(\.owner).sorted() == ["other_server", "own"])
    }
}
