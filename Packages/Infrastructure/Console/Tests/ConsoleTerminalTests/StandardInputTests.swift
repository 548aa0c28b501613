import ConsoleAPI
import ConsoleTerminal
import CoreModels
import Localization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct StandardInputTests {
    private func terminal(_ bytes: [UInt8], pipe: TestPipe) -> SystemTerminal {
        pipe.fill(bytes)
        let devices = SystemTerminal.Devices(input: pipe.reading, output: -1, errors: -1, terminal: "/nonexistent")
        return SystemTerminal(language: .english, environment: [:], devices: devices)
    }

    @Test(arguments: [
        ("hunter2\n", "hunter2"), ("hunter2\r\n", "hunter2"), (" ñ \n", " ñ "), ("\n", ""), ("a\rb\n", "a\rb"),
    ])
    func readsOneLine(input: String, expected: String) async throws {
        let pipe = try TestPipe()
        let secret = try await terminal(Array(input.utf8), pipe: pipe).readSecretLine()
        #expect(secret.withText { $0 } == expected)
    }

    @Test func leavesTheNextLineForTheNextRead() async throws {
        let pipe = try TestPipe()
        let terminal = terminal(Array("one\ntwo\nrest".utf8), pipe: pipe)
        #expect(try await terminal.readSecretLine().withText { $0 } == "one")
        #expect(try await terminal.readSecretLine().withText { $0 } == "two")
        #expect(pipe.contents() == "rest")
    }

    @Test func takesExactlyTheLimit() async throws {
        for ending in ["\n", "\r\n"] {
            let pipe = try TestPipe()
            let line = String(repeating: "x", count: 1_024)
            let secret = try await terminal(Array((line + ending).utf8), pipe: pipe).readSecretLine()
            #expect(secret.count == 1_024)
        }
    }

    @Test func refusesALineThatIsTooLong() async throws {
        for length in [1_025, 1_026, 50_000] {
            let pipe = try TestPipe()
            let terminal = terminal([UInt8](repeating: 0x78, count: length) + Array("\nnext\n".utf8), pipe: pipe)
            await #expect(throws: TerminalError.tooLong(limit: 1_024)) { try await terminal.readSecretLine() }
            #expect(try await terminal.readSecretLine().withText { $0 } == "next")
        }
    }

    @Test func refusesWhatIsNotText() async throws {
        let pipe = try TestPipe()
        let terminal = terminal([0x61, 0xFF, 0x0A], pipe: pipe)
        await #expect(throws: TerminalError.invalidText) { try await terminal.readSecretLine() }
    }

    @Test func readsALineThatTheEndOfTheInputEnds() async throws {
        let file = try TemporaryInput("last line")
        let devices = SystemTerminal.Devices(input: file.descriptor, output: -1, errors: -1)
        let terminal = SystemTerminal(language: .english, environment: [:], devices: devices)
        #expect(try await terminal.readSecretLine().withText { $0 } == "last line")
        await #expect(throws: TerminalError.endOfInput) { try await terminal.readSecretLine() }
    }

    @Test func stopsWaitingWhenTheTaskIsCancelled() async throws {
        let pipe = try TestPipe()
        let terminal = terminal(Array("half".utf8), pipe: pipe)
        let task = Task { try await terminal.readSecretLine() }
        task.cancel()
        await #expect(throws: TerminalError.interrupted) { try await task.value }
    }
}
