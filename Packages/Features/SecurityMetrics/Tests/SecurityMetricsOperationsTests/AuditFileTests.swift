import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import Glibc
import KernelTesting
import OperatingTesting
import Testing

/// A slip costs no file of the server, nor anything else that is there already.
struct AuditFileTests {
    @Test(.requirement("AUDIT-13")) func nothingThatIsThereIsReplaced() async throws {
        let trail = try await TrailOnDisk(), path = trail.folder.path(of: "kept")
        try Data("kept".utf8).write(to: URL(filePath: path))
        let link = trail.folder.path(of: "link")
        #expect(symlink(path, link) == 0)
        let own = trail.data.folder + "/server.key"
        try Data("key".utf8).write(to: URL(filePath: own))
        func code(_ words: String...) async throws -> String {
            try await trail.commands.run(["audit"] + words + ["--json"]).failureCode()
        }
        #expect(try await code("export", path) == "file_exists")
        #expect(try await code("export", link, "--force") == "file_not_plain")
        #expect(try await code("export", "/dev/null", "--force") == "file_not_plain")
        #expect(try await code("export", own, "--force") == "file_of_server")
        #expect(try await code("export", trail.data.folder + "/new.jsonl") == "file_of_server")
        #expect(try await code("begin", own) == "file_of_server")
        #expect(try await code("begin", link) == "file_not_plain")
        #expect(try Data(contentsOf: URL(filePath: own)) == Data("key".utf8))
        #expect(trail.folder.contents(of: "kept") == Array("kept".utf8))
        #expect(await trail.commands.run("audit", "export", path, "--force").exit == .success)
        #expect(trail.folder.contents(of: "kept") != Array("kept".utf8))
    }

    @Test(.requirement("AUDIT-13")) func aTrailGoesToStandardOutput() async throws {
        let trail = try await TrailOnDisk(), path = trail.folder.path(of: "trail.jsonl")
        _ = await trail.commands.run("audit", "export", path)
        let terminal = TerminalSpy()
        let run = await trail.commands.run("audit", "export", "-", on: terminal)
        #expect(run.exit == .success && Array(terminal.bytes) == trail.folder.contents(of: "trail.jsonl"))
        #expect(run.output.isEmpty)
    }

    /// What is named is told, not what is written meanwhile.
    @Test(.requirement("AUDIT-13")) func whereNothingCanBeWrittenTheNamedFileIsTold() async throws {
        // Nobody writes there, not even root.
        let run = try await TrailOnDisk().commands.run("audit", "export", "/proc/trail.jsonl")
        #expect(run.exit == .failure && run.errors.contains("/proc/trail.jsonl"))
        #expect(!run.errors.contains(".new"))
    }

    @Test(
        .requirement("AUDIT-13"),
        arguments: [
            ["export", "-", "--json"], ["verify", "--since-head", "-"], ["head", "--since-head", "-"], ["begin", "-"],
            ["begin", "new.jsonl", "--since-head", "-"],
        ])
    func standardOutputTakesOneThingAndInputNone(words: [String]) async throws {
        let trail = try await TrailOnDisk(), terminal = TerminalSpy()
        let run = await trail.commands.run(["audit"] + words, on: terminal)
        #expect(run.exit == .usage && terminal.bytes.isEmpty)
        #expect(run.errors.contains("standard") && run.errors.contains("ame "))
    }
}
