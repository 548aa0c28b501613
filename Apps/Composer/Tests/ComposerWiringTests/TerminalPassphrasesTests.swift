import ComposerWiring
import ConsoleTesting
import KernelTesting
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

    @Test(.requirement("STORE-04")) func whoHasNoRightOneIsAskedThreeTimesInAll() async throws {
        let terminal = TerminalSpy(answers: [.text("one"), .text("two"), .text("three"), .text("four")])
        let sut = TerminalPassphrases(terminal: terminal)
        _ = try await sut.passphrase(for: .open)
        for _ in 0..<2 { _ = try await sut.passphrase(for: .openAfterWrongOne) }
        for purpose in [PassphrasePurpose.openAfterWrongOne, .open] {
            await #expect(throws: SecretStoreError.wrongKey) { try await sut.passphrase(for: purpose) }
        }
        #expect(terminal.questions.count == 3)
    }
}
