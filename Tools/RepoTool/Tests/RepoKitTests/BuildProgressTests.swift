import Foundation
import RepoKit
import Testing

/// What `make build` and `make run` show of a build that takes long.
struct BuildProgressTests {
    private static let script = CheckedOutRepository.root.appending(path: "Tools/setup/build-progress.sh").path
    private static let output = """
        Building for production...
        [1/30] Compiling Feed FeedImage.swift
        /usr/bin/ld: warning: the use of `mktemp' is dangerous, better use `mkstemp'
        error: no such module
        [29/30] Linking essentiald
        Build complete! (12.3s)

        """

    private func shown(every seconds: Int) async throws -> [Substring] {
        try await Subprocess.run(
            [Self.script, "essentiald"], environment: ["ESSENTIAL_PROGRESS_SECONDS": "\(seconds)"],
            input: Data(Self.output.utf8)
        ).text.split(separator: "\n")
    }

    @Test func howFarItIsIsALineNowAndThen() async throws {
        let lines = try await shown(every: 0)
        #expect(
            lines.contains { $0.hasPrefix("essentiald: 1/30, ") }
                && lines.contains { $0.hasPrefix("essentiald: 29/30, ") })
        #expect(try await shown(every: 60) == ["error: no such module"], "a short one has none")
    }

    @Test func whatIsWrongIsPassedOnAndNothingElse() async throws {
        let others = try await shown(every: 0).filter { !$0.hasPrefix("essentiald: ") }
        #expect(others == ["error: no such module"])
    }

    @Test func onATerminalOneLineIsWrittenAnew() async throws {
        let command = "printf '[7/30] Compiling Feed FeedImage.swift\\n' | \(Self.script) essentiald"
        let result = try await Subprocess.run(
            ["script", "-qec", command, "/dev/null"], environment: ["TERM": "xterm"], input: Data())
        #expect(result.text.contains("\r\u{1B}[Kessentiald: 7/30, "), "\(result.text)")
        #expect(result.text.contains("Compiling Feed"))
    }
}
