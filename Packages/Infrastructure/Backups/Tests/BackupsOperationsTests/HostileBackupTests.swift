import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import Glibc
import KernelTesting
import OperatingAPI
import SQLStoreAPI
import Testing

/// Things in a folder of backups that would hold up who reads them.
struct HostileBackupTests {
    /// Puts a pipe that somebody keeps open in the place of a file, so that nobody reads to its end.
    private func withPipe(at path: String, _ body: () async throws -> Void) async throws {
        try FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
        #expect(mkfifo(path, 0o600) == 0)
        let writer = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(writer) }
        try await body()
        #expect(unlink(path) == 0)
        try FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
    }

    @Test(.requirement("OPS-02"), .timeLimit(.minutes(1))) func aPipeHoldsNobodyUp() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name, own = "backups/\(name)/"
        let files = bench.folder.files().filter { $0.hasPrefix("backups/") && !$0.hasSuffix("essentiald.backups") }
        try await withPipe(at: bench.place + "/\(name)/origin.json") {
            let owners = try await bench.list().map(\.owner)
            #expect(owners == ["other_branch"])
        }
        for file in files where !file.hasSuffix("origin.json") {
            try await withPipe(at: bench.folder.path(of: file)) {
                #expect(try await bench.list().count == 1)
                let verdict = try await bench.verify()
                let told = file.hasPrefix(own) ? String(file.dropFirst(own.count)) : "../" + file.dropFirst(8)
                #expect(!verdict.sound && verdict.findings.map(\.file) == [told], "\(file): \(verdict)")
                #expect(try await bench.restore().failureCode() == "backup_not_sound")
                _ = try await bench.run("prune", "--keep", "1", "--from", bench.place)
            }
        }
        try await withPipe(at: bench.place + "/essentiald.backups") {
            for command in ["verify", "prune --keep 1", "restore --into \(bench.target)"] {
                let words = command.split(separator: " ").map(String.init)
                let run = try await bench.commands().run(["backup"] + words + ["--from", bench.place, "--json"])
                #expect(try run.failureCode() == "backup_folder_foreign", "\(command)")
            }
            #expect(
                try await bench.run("create", "--to", bench.place, "--json").failureCode() == "backup_folder_foreign")
        }
        #expect(try await bench.verify().sound)
    }

    @Test(.requirement("OPS-02"), .enabled(if: geteuid() == 0), .timeLimit(.minutes(1)))
    func aDeviceThatGivesWithoutEndIsReadByNobody() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        for file in ["essentiald.sqlite", "backup.json", "SHA256SUMS", "server.key"] {
            let path = bench.place + "/\(name)/\(file)"
            try FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
            // As /dev/zero.
            guard mknod(path, S_IFCHR | 0o600, 1 << 8 | 5) == 0 else { return }
            #expect(try await bench.verify().findings.map(\.file) == [file])
            #expect(try await bench.restore().failureCode() == "backup_not_sound")
            #expect(unlink(path) == 0)
            try FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
        }
    }

    /// A file with a hole takes no room and hours to read.
    @Test(.requirement("OPS-02"), .timeLimit(.minutes(1))) func aFileThatIsLargerThanItsBackupIsNotReadToItsEnd()
        async throws
    {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        let picture = try #require(bench.folder.files().first { $0.hasPrefix("backups/images/") })
        for (file, told) in [
            ("backups/\(name)/essentiald.sqlite", "essentiald.sqlite"), (picture, "../" + picture.dropFirst(8)),
        ] {
            let path = bench.folder.path(of: file)
            let good = try #require(FileManager.default.contents(atPath: path))
            #expect(truncate(path, 8 << 40) == 0)
            #expect(try await bench.verify().findings.map(\.file) == [told])
            #expect(try await bench.restore().failureCode() == "backup_not_sound")
            try good.write(to: URL(filePath: path))
        }
        #expect(try await bench.verify().sound)
    }

    @Test(.requirement("OPS-02")) func pruningFollowsNoLink() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let images = bench.place + "/images"
        try FileManager.default.removeItem(atPath: images)
        try FileManager.default.createSymbolicLink(atPath: images, withDestinationPath: bench.data + "/images")
        try await bench.server.work { data in
            _ = try await data.database.write { db in try db.run("DELETE FROM pictures") }
        }
        bench.server.date.advance(by: .seconds(60))
        _ = try await bench.create()
        let before = bench.folder.files().filter { $0.hasPrefix("data/images/") }
        let run = try await bench.run("prune", "--keep", "1", "--from", bench.place)
        #expect(run.exit == .success && before.count == 2, "\(run.errors)")
        #expect(bench.folder.files().filter { $0.hasPrefix("data/images/") } == before)
    }
}
