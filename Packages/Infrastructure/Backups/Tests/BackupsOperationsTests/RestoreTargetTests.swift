import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Where a backup may be restored, and what the restored server knows of it.
struct RestoreTargetTests {
    @Test(.requirement("OPS-02")) func theTrailOfTheRestoredServerSaysSo() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        #expect(try await bench.server.deeds() == ["backup-created \(name)"])
        #expect(try await bench.restore().exit == .success)
        #expect(try await ServerOnDisk(bench.target).deeds() == ["backup-restored \(name)"])
        // The backup itself is as it was.
        #expect(try await bench.verify().sound)
    }

    /// The first left pictures in their place, the second has none.
    @Test(.requirement("OPS-02")) func anotherBackupIsRestoredAfterOneThatWasCutShort() async throws {
        let bench = try await BackupBench(pictures: [])
        _ = try await bench.create()
        let inner = bench.target + "/essentiald.restoring"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: bench.target + "/images/aa", withIntermediateDirectories: true)
        try Data("images\n".utf8).write(to: URL(filePath: inner + "/names"))
        let run = try await bench.restore()
        #expect(run.exit == .success, "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: bench.target + "/images"))
        #expect(!FileManager.default.fileExists(atPath: inner))
    }

    /// Also where an older program was cut short, which noted nothing.
    @Test(.requirement("OPS-02")) func whatNoRestoreMadeIsNamed() async throws {
        let bench = try await BackupBench(pictures: [])
        _ = try await bench.create()
        for folder in ["essentiald.restoring", "images/aa"] {
            try FileManager.default.createDirectory(
                atPath: bench.target + "/" + folder, withIntermediateDirectories: true)
        }
        let run = try await bench.run("restore", "--from", bench.place, "--into", bench.target)
        #expect(run.exit == .usage && run.errors.contains("there is images, which"), "\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: bench.target + "/images/aa"))
    }

    @Test(.requirement("OPS-02")) func nothingIsRestoredAmongBackups() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        for target in [bench.place, bench.place + "/new", bench.folder.path] {
            let run = try await bench.run("restore", "--from", bench.place, "--into", target, "--json")
            #expect(try run.failureCode() == "restore_among_backups", "\(target)")
        }
        #expect(try await bench.list().count == 1)
    }

    @Test(.requirement("OPS-02"), arguments: [0o1777, 0o770, 0o702] as [mode_t])
    func nothingIsRestoredWhereOthersMayWrite(_ mode: mode_t) async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        try FileManager.default.createDirectory(atPath: bench.target, withIntermediateDirectories: true)
        #expect(chmod(bench.target, mode) == 0)
        let run = try await bench.restore()
        #expect(try run.failureCode() == "restore_folder_unsafe" && run.errors.contains("chmod 700"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.target).isEmpty)
        // A new folder in it is nobody else's.
        let inner = try await bench.run("restore", "--from", bench.place, "--into", bench.target + "/essentiald")
        #expect(inner.exit == .success, "\(inner.errors)")
    }
}
