import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import Glibc
import KernelTesting
import OperatingAPI
import SQLStoreAPI
import Testing

struct BackupCommandsTests {
    @Test(.requirement("OPS-02")) func whatIsBackedUpIsRestored() async throws {
        let bench = try await BackupBench()
        let made = try await bench.create()
        #expect(made.files == 2 && made.missing.isEmpty)
        #expect(try await bench.list().map(\.name) == [made.name])
        #expect(try await bench.list().first?.verified_at == nil)
        #expect(try await bench.verify().sound)
        #expect(try await bench.list().first?.verified_at != nil)
        let run = try await bench.restore()
        #expect(run.exit == .success, "\(run.errors)")
        let restored = try ServerOnDisk(bench.target)
        #expect(bench.folder.contents(of: "restored/server.key") == bench.folder.contents(of: "data/server.key"))
        let pictures = try await restored.pictures()
        #expect(pictures == (try await bench.server.pictures()) && pictures.count == 2)
        for digest in pictures {
            let name = "images/\(digest.prefix(2))/\(digest)"
            #expect(bench.folder.contents(of: "restored/" + name) == bench.folder.contents(of: "data/" + name))
        }
        #expect(!FileManager.default.fileExists(atPath: bench.target + "/essentiald.restoring"))
    }

    @Test(.requirement("OPS-02")) func nobodyElseReadsAnyOfIt() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        #expect(bench.modes(below: "backups/") == ["600"])
        #expect(bench.folder.mode(of: "backups").map { $0 & 0o777 } == 0o700)
        _ = try await bench.restore()
        #expect(bench.folder.mode(of: "restored").map { $0 & 0o777 } == 0o700)
        #expect(bench.modes(below: "restored/") == ["600"])
        #expect(chmod(bench.place, 0o750) == 0)
        #expect(try await bench.run("create", "--to", bench.place, "--json").failureCode() == "backup_folder_unsafe")
    }

    @Test(.requirement("OPS-02")) func othersCanCheckItWithoutThisProgram() async throws {
        let bench = try await BackupBench()
        let made = try await bench.create()
        let check = try await ChildProcess.run(
            "sha256sum", ["--check", "--strict", "SHA256SUMS"], directory: bench.place + "/" + made.name)
        #expect(check.exit == .status(0), "\(check.errorText)")
        #expect(check.outputText.split(separator: "\n").count == 5)
    }

    @Test(.requirement("OPS-02")) func aPictureIsCopiedOnce() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let before = Set(bench.folder.files().filter { $0.hasPrefix("backups/images/") })
        // The server loses one, which the backups keep.
        let lost = try #require(try await bench.server.pictures().first)
        try Data("damaged".utf8).write(to: URL(filePath: bench.server.file(lost)))
        let added = try await bench.server.publish("third")
        bench.server.date.advance(by: .seconds(60))
        let second = try await bench.create()
        #expect(second.missing.isEmpty && second.files == 3)
        let after = Set(bench.folder.files().filter { $0.hasPrefix("backups/images/") })
        #expect(after.subtracting(before) == ["backups/images/\(added.prefix(2))/\(added)"])
        #expect(try await bench.verify().sound)
    }

    /// Deletes a picture, row and file, after each of the first copies of the database.
    private final class DeletingMaintenance: SQLMaintaining {
        let maintenance: any SQLMaintaining
        let delete: @Sendable () async throws -> Void

        init(_ maintenance: any SQLMaintaining, _ delete: @escaping @Sendable () async throws -> Void) {
            self.maintenance = maintenance
            self.delete = delete
        }

        func backup(toFile path: String) async throws(SQLError) {
            try await maintenance.backup(toFile: path)
            do { try await delete() } catch { throw SQLError(.other, "\(error)") }
        }

        func checkIntegrity() async throws(SQLError) { try await maintenance.checkIntegrity() }
    }

    @Test(.requirement("OPS-02")) func aPictureThatIsDeletedMeanwhileIsInNoBackup() async throws {
        var bench = try await BackupBench(pictures: ["kept", "deleted"])
        let server = bench.server
        let digest = try #require(
            try await server.pictures().first {
                FileManager.default.contents(atPath: server.file($0)) == Data("deleted".utf8)
            })
        bench.server.maintaining = { maintenance, database in
            DeletingMaintenance(maintenance) {
                try await database.write { db in try db.run("DELETE FROM pictures WHERE digest = \(digest)") }
                try? FileManager.default.removeItem(atPath: server.file(digest))
            }
        }
        let made = try await bench.create()
        #expect(made.files == 1 && made.missing.isEmpty)
        #expect(try await bench.verify().sound)
        #expect(try await bench.restore().exit == .success)
        #expect(try await ServerOnDisk(bench.target).pictures().contains(digest) == false)
    }

    @Test(.requirement("OPS-02")) func aPictureThatTheServerLostIsTold() async throws {
        let bench = try await BackupBench()
        let lost = try await bench.server.pictures().sorted()
        try FileManager.default.removeItem(atPath: bench.server.file(lost[0]))
        try Data("damaged".utf8).write(to: URL(filePath: bench.server.file(lost[1])))
        let made = try await bench.create()
        #expect(made.files == 0 && made.missing == lost.map { "images/" + $0 })
        #expect(try await bench.verify().sound)
        let run = try await bench.run("verify", "--from", bench.place, "--language", "es")
        #expect(run.output.contains("el propio servidor no tenía") && run.output.contains("images/"))
        #expect(try await bench.restore().exit == .success)
    }

    @Test(.requirement("OPS-02")) func whatWasCutShortIsNoBackupAndGoes() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let left = bench.place + "/11111111-1111-1111-1111-111111111111.unfinished"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: left + "/essentiald.sqlite"))
        #expect(try await bench.list().count == 1)
        bench.server.date.advance(by: .seconds(60))
        _ = try await bench.create()
        #expect(try await bench.list().count == 2)
        #expect(!bench.folder.files().contains { $0.contains("unfinished") || $0.contains("incoming") })
    }

    @Test(.requirement("OPS-02")) func oneWritesAtATimeAndNobodyWhileOthersRead() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let mark = open(bench.place + "/essentiald.backups", O_RDONLY | O_CLOEXEC)
        defer { close(mark) }
        #expect(flock(mark, LOCK_SH | LOCK_NB) == 0)
        #expect(try await bench.verify().sound)
        #expect(try await bench.run("create", "--to", bench.place, "--json").failureCode() == "backup_folder_in_use")
        let prune = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        #expect(try prune.failureCode() == "backup_folder_in_use")
        #expect(flock(mark, LOCK_EX | LOCK_NB) == 0)
        let verify = try await bench.run("verify", "--from", bench.place, "--json")
        #expect(try verify.failureCode() == "backup_folder_in_use")
        #expect(flock(mark, LOCK_UN) == 0)
        #expect(try await bench.restore().exit == .success)
    }

    @Test(.requirement("OPS-02")) func oneOfSeveralIsNamedByItsBeginning() async throws {
        let bench = try await BackupBench()
        let first = try await bench.create()
        bench.server.date.advance(by: .seconds(86_400))
        try await bench.server.publish("third")
        _ = try await bench.create()
        let restore = { (name: String) in
            try await bench.run("restore", name, "--from", bench.place, "--into", bench.target, "--json")
        }
        #expect(try await restore("2023").failureCode() == "backup_not_found")
        #expect(try await restore("1999").failureCode() == "backup_not_found")
        let run = try await restore(String(first.name.prefix(10)))
        #expect(run.exit == .success, "\(run.errors)")
        #expect(try await ServerOnDisk(bench.target).pictures().count == 2)
    }

    @Test(.requirement("OPS-02")) func foldersOfSomethingElseAreLeftAlone() async throws {
        let bench = try await BackupBench()
        try FileManager.default.createDirectory(
            atPath: bench.place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data().write(to: URL(filePath: bench.place + "/letter"))
        #expect(try await bench.run("create", "--to", bench.place, "--json").failureCode() == "backup_folder_foreign")
        #expect(try await bench.run("list", "--from", bench.place, "--json").failureCode() == "backup_folder_foreign")
        let inside = try await bench.run("create", "--to", bench.data + "/backups", "--json")
        #expect(try inside.failureCode() == "backup_in_data")
        let around = try await bench.run("create", "--to", bench.folder.path, "--json")
        #expect(try around.failureCode() == "backup_in_data")
        #expect(try await bench.run("create", "--json").failureCode() == "usage")
        let none = try await bench.run("verify", "--from", bench.folder.path(of: "none"), "--json")
        #expect(try none.failureCode() == "backup_not_found")
    }

    @Test(.requirement("OPS-02")) func aDatabaseElsewhereHasMeansOfItsOwn() async throws {
        var bench = try await BackupBench()
        bench.server.maintaining = { _, _ in nil }
        let run = try await bench.run("create", "--to", bench.place, "--language", "es")
        #expect(run.exit == .failure && run.errors.contains("pg_dump"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: bench.place))
    }

    @Test(.requirement("OPS-02")) func pruningRemovesWhatNoOtherNeeds() async throws {
        let bench = try await BackupBench(pictures: ["old", "both"])
        let first = try await bench.create()
        let old = try #require(
            try await bench.server.pictures().first {
                FileManager.default.contents(atPath: bench.server.file($0)) == Data("old".utf8)
            })
        try await bench.server.work { data in
            _ = try await data.database.write { db in try db.run("DELETE FROM pictures WHERE digest = \(old)") }
        }
        bench.server.date.advance(by: .seconds(60))
        let second = try await bench.create()
        struct Pruned: Decodable {
            let removed: [String]
            let files: Int
        }
        // What somebody left there keeps nothing from being removed.
        try Data("mine".utf8).write(to: URL(filePath: bench.place + "/notes"))
        let run = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        let pruned = try run.json(Pruned.self)
        #expect(pruned.removed == [first.name] && pruned.files == 1)
        #expect(!bench.folder.files().contains { $0.contains(old) && $0.hasPrefix("backups/") })
        #expect(try await bench.list().map(\.name) == [second.name])
        #expect(try await bench.verify().sound)
    }

    @Test func theCommandsAreWellFormed() async throws {
        try await BackupBench().commands().expectWellFormed()
    }
}
