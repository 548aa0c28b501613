import FoundationEssentials
import KernelTesting
import Testing

/// The programs as `make build` leaves them in `bin`.
private enum ReleaseBuild {
    static let programs = ["essential", "essentiald"].map { Programs.root + "/bin/" + $0 }
    static var areThere: Bool { programs.allSatisfy(FileManager.default.isExecutableFile) }
}

/// What stands in the programs that others get.
struct ReleaseBuildTests {
    private func search(_ program: String) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run("bash", [Programs.root + "/Tools/setup/search-release.sh", program])
    }

    @Test(
        .requirement("D20", "TAMPER-01", "TAMPER-07", "DEVINT-04"),
        .enabled(if: ReleaseBuild.areThere, "there are no release builds in bin"), arguments: ReleaseBuild.programs)
    func theyHaveNoSymbolsAndNothingThatDetectorsLookFor(_ program: String) async throws {
        let outcome = try await search(program)
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        let symbols = try await ChildProcess.run("nm", [program + ".debug"])
        #expect(symbols.exit == .status(0) && symbols.outputText.contains("DeviceIntegrityLinux"))
    }

    /// Every release is searched by its build, which has to notice.
    @Test(.requirement("D20", "TAMPER-07"))
    func theSearchFindsWhatMustNotStandThere() async throws {
        let folder = try TemporaryFolder(), program = folder.path(of: "program")
        let source = folder.path(of: "program.c")
        for (text, found) in [("TracerPid:", "TracerPid"), ("x/libFRIDA-gadget.so", "frida"), ("harmless", "")] {
            try Data("int main(void) { return \"\(text)\"[0]; } const char *kept = \"\(text)\";".utf8).write(
                to: URL(filePath: source))
            let compiled = try await ChildProcess.run("clang", ["-w", "-o", program, source])
            try #require(compiled.exit == .status(0), "\(compiled.errorText)")
            let whole = try await search(program)
            #expect(whole.exit == .status(1) && whole.errorText.contains(".symtab"))
            _ = try await ChildProcess.run("strip", ["--remove-section=.comment", program])
            let outcome = try await search(program)
            #expect(outcome.exit == .status(found.isEmpty ? 0 : 1) && outcome.errorText.contains(found))
            #expect(!outcome.errorText.contains(".symtab"))
        }
    }

    @Test(
        .requirement("START-01"), .enabled(if: ReleaseBuild.areThere, "there are no release builds in bin"),
        arguments: ReleaseBuild.programs)
    func theySayWhatTheyAre(_ program: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await ChildProcess.run(
            program, ["integrity", "--json"],
            environment: Surroundings.variables.merging(["HOME": folder.path]) { $1 })
        let report = try JSON(parsing: outcome.outputText)
        #expect(report["release"] == .bool(true) && report["enforced"] == .bool(true))
    }
}
