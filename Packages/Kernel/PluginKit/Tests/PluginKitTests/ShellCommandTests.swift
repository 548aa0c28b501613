import KernelTesting
import PluginKit
import Testing

struct ShellCommandTests {
    @Test(
        .requirement("OPS-07"),
        arguments: [
            "plain/path-1.txt", "two words", "; rm -rf /", "$(id)", "`id`", "it's", "'", "", "a\nb", "\u{1B}[2J", "ñ",
            "a\\b",
            "$HOME", "*", "\t'\"",
        ])
    func whatIsPutInIsOneWord(_ word: String) async throws {
        let command: ShellCommand = "printf %s: \(word) \(7)"
        #expect(!command.text.contains("\n") && command.text.hasSuffix(" 7"))
        let outcome = try await ChildProcess.run("/bin/bash", ["-c", command.text])
        #expect(outcome.exit == .status(0) && outcome.outputText == word + ":7:", "\(command.text)")
    }

    @Test(.requirement("OPS-07")) func whatNeedsNoQuotesHasNone() {
        let path = "/var/lib/essentiald", command: ShellCommand = "chmod 600 \(path)/server.key"
        #expect(command.text == "chmod 600 /var/lib/essentiald/server.key")
    }
}
