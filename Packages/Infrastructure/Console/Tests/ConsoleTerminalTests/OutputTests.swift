import ConsoleAPI
import ConsoleTerminal
import Dispatch
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct OutputTests {
    private let clock = ManualClock()

    private func terminal(
        output: Int32, errors: Int32, environment: [String: String] = ["TERM": "xterm"]
    ) -> SystemTerminal {
        SystemTerminal(
            language: .english, environment: environment,
            devices: .init(input: -1, output: output, errors: errors), clock: clock)
    }

    private let bad = OutputBlock.line(LocalizedText(en: "bad", es: "malo"), .failure)

    @Test func keepsStreamsApart() throws {
        let (output, errors) = (try TestPipe(), try TestPipe())
        let terminal = terminal(output: output.writing, errors: errors.writing)
        terminal.write(bad)
        terminal.writeError(.line(LocalizedText(en: "note", es: "nota")))
        #expect(output.contents() == "bad\n")
        #expect(errors.contents() == "note\n")
    }

    @Test func coloursAndFitsWhatATerminalShows() throws {
        let device = try PseudoTerminal(columns: 12)
        let terminal = terminal(output: device.inner, errors: device.inner)
        let capabilities = TerminalCapabilities(isInteractive: true, width: 12, hasColors: true)
        #expect(terminal.capabilities(of: .output) == capabilities)
        terminal.write(bad, .paragraph(StyledText(verbatim: "one two three four")))
        #expect(device.screen == "\u{1B}[31mbad\u{1B}[0m\r\none two\r\nthree four\r\n")
        let plain = self.terminal(output: device.inner, errors: -1, environment: ["TERM": "xterm", "NO_COLOR": "1"])
        #expect(!plain.capabilities(of: .output).hasColors)
        #expect(!plain.capabilities(of: .error).isInteractive)
    }

    @Test func noticesThatTheReaderHasSeenEnough() throws {
        let (output, errors) = (try TestPipe(), try TestPipe())
        let copy = dup(output.writing)
        defer { close(copy) }
        let reader = dup(output.reading)
        close(reader)
        let terminal = terminal(output: copy, errors: errors.writing)
        terminal.write(bad)
        #expect(terminal.outputState == .open)

        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let broken = self.terminal(output: ends[1], errors: errors.writing)
        // SIGPIPE would end the test run here.
        broken.write(bad)
        #expect(broken.outputState == .closed)
        broken.write(bad)
        broken.writeError(bad)
        #expect(errors.contents() == "bad\n")
    }

    @Test func aReaderWhoLeavesInTheMiddleEndsNothingElse() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        defer { close(writing) }
        let terminal = terminal(output: writing, errors: -1)
        // On a thread of its own: those of tasks may all wait for one another.
        DispatchQueue(label: "a reader who leaves").async {
            var first: UInt8 = 0
            read(reading, &first, 1)
            close(reading)
        }
        // More than the pipe holds: a part of it is written when the reader goes.
        terminal.writeBytes(Data(repeating: 7, count: 1 << 20))
        #expect(terminal.outputState == .closed)
    }

    @Test func bytesArriveAsTheyAre() throws {
        let pipe = try TestPipe()
        let terminal = terminal(output: pipe.writing, errors: -1)
        terminal.writeBytes(Data([0x61, 0x0A, 0x1B, 0x62]))
        #expect(pipe.contents() == "a\n\u{1B}b")
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let failing = self.terminal(output: full, errors: -1)
        failing.writeBytes(Data([1]))
        #expect(failing.outputState == .failed(code: ENOSPC))
    }

    @Test func noticesAFullDisk() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let terminal = terminal(output: full, errors: full)
        terminal.write(bad)
        #expect(terminal.outputState == .failed(code: ENOSPC))
        terminal.writeError(bad)
    }

    @Test func writesMoreThanAPipeHolds() throws {
        let pipe = try TestPipe()
        let text = String(repeating: "0123456789", count: 50_000)
        let terminal = terminal(output: pipe.writing, errors: -1)
        // The pipe is full long before the end; it is non-blocking at that.
        _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
        let writing = DispatchGroup()
        DispatchQueue(label: "writer").async(group: writing) { terminal.write([.preformatted(text)]) }
        var received = ""
        while received.utf8.count < text.utf8.count + 1 { received += pipe.contents() }
        writing.wait()
        #expect(received == text + "\n")
        #expect(terminal.outputState == .open)
    }

    @Test func concurrentWritesStayWhole() async throws {
        let pipe = try TestPipe()
        let terminal = terminal(output: pipe.writing, errors: -1)
        await withTaskGroup { group in
            for letter in "abcdefgh" {
                group.addTask {
                    let line = String(repeating: letter, count: 99)
                    for _ in 0..<20 { terminal.write([.preformatted(line), .preformatted(line)]) }
                }
            }
        }
        let lines = pipe.contents().split(separator: "\n")
        #expect(lines.count == 320)
        #expect(lines.allSatisfy { Set($0).count == 1 && $0.count == 99 })
        #expect(stride(from: 0, to: 320, by: 2).allSatisfy { lines[$0] == lines[$0 + 1] })
    }

    @Test func showsProgressOnATerminalAtMostTenTimesASecond() throws {
        let device = try PseudoTerminal(columns: 60)
        let pipe = try TestPipe()
        let terminal = terminal(output: pipe.writing, errors: device.inner)
        let progress = terminal.progress(LocalizedText(en: "Loading", es: "Cargando"), unit: .items)
        progress.update(completed: 1, total: 10)
        clock.advance(by: .milliseconds(99))
        progress.update(completed: 2, total: 10)
        clock.advance(by: .milliseconds(1))
        progress.update(completed: 3, total: 10)
        #expect(
            device.screen == "\rLoading  10% [##..................] 1 of 10\u{1B}[K"
                + "\rLoading  30% [######..............] 3 of 10\u{1B}[K")
        progress.update(completed: 10, total: 10)
        #expect(device.screen.hasSuffix("100% [####################] 10 of 10\u{1B}[K"))

        // Text appears above the line, which comes back below it.
        terminal.writeError(.line(LocalizedText(en: "note", es: "nota")))
        #expect(device.screen.hasSuffix("\r\u{1B}[Knote\r\n\rLoading 100% [####################] 10 of 10\u{1B}[K"))
        progress.finish()
        progress.update(completed: 5, total: 10)
        #expect(device.screen.hasSuffix("\r\u{1B}[K"))
        #expect(pipe.contents().isEmpty)
    }

    @Test(arguments: [["TERM": "dumb"], [:]])
    func showsNoProgressWhereLinesCannotBeRedrawn(environment: [String: String]) throws {
        let device = try PseudoTerminal()
        let terminal = terminal(output: -1, errors: device.inner, environment: environment)
        let progress = terminal.progress(LocalizedText(en: "Loading", es: "Cargando"), unit: .bytes)
        progress.update(completed: 1, total: 2)
        progress.finish()
        #expect(device.screen.isEmpty)
    }

    @Test func showsNoProgressInAPipe() throws {
        let pipe = try TestPipe()
        let terminal = terminal(output: pipe.writing, errors: pipe.writing)
        let progress = terminal.progress(LocalizedText(en: "Loading", es: "Cargando"), unit: .bytes)
        progress.update(completed: 1, total: 2)
        progress.finish()
        #expect(pipe.contents().isEmpty)
    }

    @Test func takesTheProgressAwayWhenItIsForgotten() throws {
        let device = try PseudoTerminal()
        let terminal = terminal(output: -1, errors: device.inner)
        do {
            let progress = terminal.progress(LocalizedText(verbatim: "x"), unit: .bytes)
            progress.update(completed: 1, total: nil)
        }
        #expect(device.screen == "\rx 1 B\u{1B}[K\r\u{1B}[K")
    }

    @Test func aProgramTalksToItsTerminal() async throws {
        let (output, errors) = (try TestPipe(), try TestPipe())
        let command = Command("greet", summary: LocalizedText(en: "Greet", es: "Saluda")) { invocation, terminal in
            terminal.writeError(.line(LocalizedText(en: "wait", es: "espera")))
            return CommandOutput(json: ["hello": "world"], .line(LocalizedText(en: "hello", es: "hola")))
        }
        let program = CommandLineProgram(
            ProgramDescription(name: "p", version: "1", summary: LocalizedText(en: "A program", es: "Un programa")))
        func run(_ words: String...) async -> Int32 {
            let request = program.parse(words, environment: ["LC_ALL": "es_ES.UTF-8"])
            return await program.run(
                request, commands: request.needsCommands ? [command] : [],
                on: SystemTerminal(
                    language: request.language, environment: [:],
                    devices: .init(input: -1, output: output.writing, errors: errors.writing))
            ).rawValue
        }
        #expect(await run("greet") == 0)
        #expect(output.contents() == "hola\n")
        #expect(errors.contents() == "espera\n")
        #expect(await run("greet", "--json") == 0)
        #expect(output.contents() == "{\"hello\":\"world\"}\n")
        #expect(errors.contents().isEmpty)
        #expect(await run("--version") == 0)
        #expect(output.contents() == "p 1\n")
        #expect(await run("--nonsense") == 2)
        #expect(errors.contents().contains("--nonsense"))
    }
}
