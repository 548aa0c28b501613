import ConsoleAPI
import ConsoleTerminal
import CoreModels
import Glibc
import KernelTesting
import Localization
import Testing

@Suite(.serialized, .timeLimit(.minutes(15)))
struct QuestionTests {
    private let question = LocalizedText(en: "Name", es: "Nombre")

    private func terminal(
        on device: PseudoTerminal, language: Language = .english
    ) -> SystemTerminal {
        let devices = SystemTerminal.Devices(
            input: device.inner, output: device.inner, errors: device.inner, terminal: device.path)
        return SystemTerminal(language: language, environment: ["TERM": "xterm"], devices: devices)
    }

    @Test func readsALine() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device, language: .spanish)
        async let answer = terminal.prompt(question, suggestion: nil)
        #expect(await device.shows("Nombre: "))
        #expect(device.isEchoing)
        device.type("\n  \n Ana Ñandú \n")
        #expect(try await answer == "Ana Ñandú")
        #expect(device.screen.contains("No se escribió nada."), "an empty line isn't passed over without a word")
    }

    @Test func takesTheSuggestionForAnEmptyLine() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device)
        async let answer = terminal.prompt(question, suggestion: "Ana")
        #expect(await device.shows("Name [Ana]: "))
        device.type("\n")
        #expect(try await answer == "Ana")
    }

    @Test(.requirement("SCREEN-02")) func readsASecretWithoutEcho() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device)
        async let answer = terminal.promptSecret(LocalizedText(en: "Password", es: "Contraseña"))
        #expect(await device.shows("Password: "))
        #expect(!device.isEchoing)
        device.type("hunter2 ñ\n")
        let secret = try await answer
        #expect(secret.withText { $0 } == "hunter2 ñ")
        #expect(device.isEchoing)
        #expect(device.screen == "Password: \r\n")
    }

    @Test func showsWhatIsTypedAgainAfterEveryEnd() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device)

        let ended = Task { try await terminal.promptSecret(LocalizedText(verbatim: "One")) }
        #expect(await device.shows("One: "))
        device.type("\u{4}")
        await #expect(throws: TerminalError.endOfInput) { try await ended.value }
        #expect(device.isEchoing)

        let tooLong = Task { try await terminal.promptSecret(LocalizedText(verbatim: "Two")) }
        #expect(await device.shows("Two: "))
        device.type(String(repeating: "x", count: 1_025) + "\n")
        await #expect(throws: TerminalError.tooLong(limit: 1_024)) { try await tooLong.value }
        #expect(device.isEchoing)

        let cancelled = Task { try await terminal.promptSecret(LocalizedText(verbatim: "Three")) }
        #expect(await device.shows("Three: "))
        #expect(!device.isEchoing)
        cancelled.cancel()
        await #expect(throws: TerminalError.interrupted) { try await cancelled.value }
        #expect(device.isEchoing)
    }

    @Test func leavesNothingOfALongSecretForWhoReadsNext() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device)
        let secret = Task { try await terminal.promptSecret(LocalizedText(verbatim: "Secret")) }
        #expect(await device.shows("Secret: "))
        device.type(String(repeating: "x", count: 2_000) + "\nnext\n")
        await #expect(throws: TerminalError.tooLong(limit: 1_024)) { try await secret.value }
        #expect(try await terminal.prompt(question, suggestion: nil) == "next")
    }

    @Test func keepsWhatWasTypedAhead() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device)
        device.type("ana@example.com\nhunter2\n")
        #expect(try await terminal.prompt(question, suggestion: nil) == "ana@example.com")
        let secret = try await terminal.promptSecret(question)
        #expect(secret.withText { $0 } == "hunter2")
    }

    @Test(arguments: [
        ("y\n", false, true), ("no\n", true, false), ("\n", true, true), ("\n", false, false),
        ("what\nSí\n", false, true),
        ("YES\n", false, true), ("n\n", true, false),
    ])
    func asksForYesOrNo(typed: String, suggestion: Bool, expected: Bool) async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device)
        device.type(typed)
        #expect(try await terminal.confirm(LocalizedText(en: "Sure?", es: "¿Sí?"), suggestion: suggestion) == expected)
        #expect(device.screen.contains(suggestion ? "Sure? [Y/n] " : "Sure? [y/N] "))
        #expect(device.screen.contains("Answer y or n") == typed.hasPrefix("what"))
    }

    @Test(arguments: [
        ("\n", true), (" ", true), ("y", true), ("S", true), ("q", false), ("n", false), ("\u{1B}", false),
        ("\u{4}", false), ("xq", false), ("?\n", true),
    ])
    func oneKeyTellsWhetherToGoOn(typed: String, expected: Bool) async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device)
        async let answer = terminal.wantsMore()
        #expect(await device.shows("Show more? [Y/n] "))
        #expect(!device.isEchoing)
        device.type(typed)
        #expect(try await answer == expected)
        #expect(device.isEchoing)
        #expect(device.screen == "Show more? [Y/n] \r\n")
    }

    @Test func anArrowKeyNeitherGoesOnNorLeaves() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device)
        async let answer = terminal.wantsMore()
        #expect(await device.shows("Show more? [Y/n] "))
        device.type("\u{1B}[B\n")
        #expect(try await answer)
    }

    @Test(arguments: [("\n", true), ("q", false), ("\u{4}", false)])
    func aKeyThatWasTypedAheadCounts(typed: String, expected: Bool) async throws {
        let device = try PseudoTerminal()
        device.type(typed)
        #expect(try await terminal(on: device).wantsMore() == expected)
    }

    @Test func asksNobodyWhereThereIsNoTerminal() async throws {
        let device = try PseudoTerminal()
        let pipe = try TestPipe()
        let devices = SystemTerminal.Devices(
            input: pipe.reading, output: device.inner, errors: pipe.writing, terminal: device.path)
        let terminal = SystemTerminal(language: .english, environment: [:], devices: devices)
        await #expect(throws: TerminalError.noTerminal) { try await terminal.promptSecret(question) }
        await #expect(throws: TerminalError.noTerminal) { try await terminal.prompt(question, suggestion: "x") }
        await #expect(throws: TerminalError.noTerminal) { try await terminal.confirm(question, suggestion: true) }
        await #expect(throws: TerminalError.noTerminal) { try await terminal.wantsMore() }
        #expect(device.screen.isEmpty)
    }

    /// The signal ends a child, which has the same terminal as we do.
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func showsWhatIsTypedAgainWhenASignalEndsTheProgram(number: Int32) async throws {
        let device = try PseudoTerminal()
        let (path, inner) = (device.path, device.inner)
        let status: Testing.ExitTest.Condition = .signal(number)
        await #expect(processExitsWith: status) { [path = path as String, number = number as Int32] in
            let inner = open(path, O_RDWR | O_NOCTTY)
            let devices = SystemTerminal.Devices(input: inner, output: inner, errors: inner, terminal: path)
            let terminal = SystemTerminal(language: .english, environment: [:], devices: devices)
            async let secret = terminal.promptSecret(LocalizedText(verbatim: "Secret"))
            var settings = termios()
            repeat { tcgetattr(inner, &settings) } while settings.c_lflag & tcflag_t(ECHO) != 0
            kill(getpid(), number)
            _ = try await secret
        }
        var settings = termios()
        tcgetattr(inner, &settings)
        #expect(settings.c_lflag & tcflag_t(ECHO) != 0)
    }
}
