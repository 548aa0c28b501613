import FoundationEssentials
import KernelTesting
import Testing

/// The programs as `make build` leaves them in `bin`.
private enum ReleaseBuild {
    static let programs = ["essential", "essentiald"].map { Programs.root + "/bin/" + $0 }
    static var areThere: Bool { programs.allSatisfy(FileManager.default.isExecutableFile) }
}

/// What stands in the programs that others get.
@Suite(.enabled(if: ReleaseBuild.areThere, "there are no release builds in bin"))
struct ReleaseBuildTests {
    private func texts(_ program: String) async throws -> String {
        let outcome = try await ChildProcess.run("strings", ["--all", "-n", "5", program])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText
    }

    @Test(.requirement("D20", "TAMPER-01", "TAMPER-07", "DEVINT-04"), arguments: ReleaseBuild.programs)
    func whatDetectorsLookForDoesNotStandInThem(_ program: String) async throws {
        let texts = try await texts(program)
        // What is searched can be found.
        #expect(texts.contains("Look for signs that the device"))
        for word in [
            "LD_PRELOAD", "LD_AUDIT", "ld.so.preload", "TracerPid", "vgpreload", "frida", "linjector", "libgadget",
            "dockerenv", "containerenv", "/proc/self/maps", "/proc/self/environ", "uid_map",
        ] {
            #expect(!texts.contains(word), "\(word)")
        }
    }

    @Test(.requirement("D20", "TAMPER-01", "TAMPER-07"), arguments: ReleaseBuild.programs)
    func theyAreStrippedAndTheirSymbolsLieApart(_ program: String) async throws {
        let sections = try await ChildProcess.run("readelf", ["--sections", "--wide", program])
        #expect(sections.exit == .status(0) && sections.outputText.contains(".dynsym"))
        for name in [".symtab", ".strtab", ".debug_info", ".comment"] {
            #expect(!sections.outputText.contains(" \(name) "), "\(name)")
        }
        let symbols = try await ChildProcess.run("nm", [program + ".debug"])
        #expect(symbols.exit == .status(0) && symbols.outputText.contains("DeviceIntegrityLinux"))
    }

    @Test(.requirement("START-01"), arguments: ReleaseBuild.programs)
    func theySayWhatTheyAre(_ program: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await ChildProcess.run(
            program, ["integrity", "--json"],
            environment: Surroundings.variables.merging(["HOME": folder.path]) { $1 })
        let report = try JSON(parsing: outcome.outputText)
        #expect(report["release"] == .bool(true) && report["enforced"] == .bool(true))
    }
}
