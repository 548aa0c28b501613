import ComposerWiring
import ConsoleTesting
import SecureStorageAPI
import Testing

struct TerminalPassphrasesTests {
    @Test func whoIsAskedOnceMoreIsToldThatItWasWrong() async throws {
        let terminal = TerminalSpy(answers: [.text("wrong"), .text("right")])
        let sut = TerminalPassphrases(terminal: terminal)
        _ = try await sut.passphrase(for: .open)
        #expect(terminal.errors == "")
        _ = try await sut.passphrase(for: .open)
        #expect(terminal.errors.contains("That didn't open the vault"))
        #expect(terminal.questions.count == 2)
    }
}
