import CTerminal
package import ConsoleAPI
import ConsoleEngine
package import CoreModels
package import FoundationEssentials
import Glibc
package import Localization
import Locking

/// The terminal of this process.
package struct SystemTerminal: Terminal {
    /// The streams and the device on which questions are asked.
    package struct Devices: Sendable {
        package var input: Int32
        package var output: Int32
        package var errors: Int32
        package var terminal: String

        package init(input: Int32 = 0, output: Int32 = 1, errors: Int32 = 2, terminal: String = "/dev/tty") {
            self.input = input
            self.output = output
            self.errors = errors
            self.terminal = terminal
        }
    }

    /// More than any password policy admits (`Secret` prompts), and any name.
    private static let secretLimit = 1_024
    private static let lineLimit = 4_000

    private let language: Language
    private let environment: [String: String]
    private let devices: Devices
    private let clock: any Clock<Duration>
    private let screen: Screen
    private let decoder: (any BitmapDecoding)?
    private let patience: Duration
    private let memory: RowMemory?
    /// How pictures are shown, once that is known.
    private let display = Locked<PictureDisplay??>(nil)

    /// - Parameters:
    ///   - memory: Knows the lists that were shown last; nil for none.
    ///   - decoder: Decodes pictures; without it there are none.
    ///   - patience: How long the terminal may take to say how it shows them.
    package init(
        language: Language, environment: [String: String], devices: Devices = Devices(),
        memory: RowMemory? = nil, clock: any Clock<Duration> = ContinuousClock(), decoder: (any BitmapDecoding)? = nil,
        patience: Duration = .seconds(1)
    ) {
        self.language = language
        self.environment = environment
        self.devices = devices
        self.clock = clock
        self.decoder = decoder
        self.patience = patience
        self.memory = memory
        screen = Screen(output: devices.output, errors: devices.errors)
    }

    package var outputState: OutputState { screen.outputState }

    package func capabilities(of stream: TerminalStream) -> TerminalCapabilities {
        let descriptor = descriptor(of: stream)
        let isInteractive = isatty(descriptor) == 1
        let width =
            isInteractive
            ? TerminalStyle.width(reported: Int(cterminal_size(descriptor).columns), environment: environment) : nil
        let hasColors = TerminalStyle.hasColors(isTerminal: isInteractive, environment: environment)
        return TerminalCapabilities(isInteractive: isInteractive, width: width, hasColors: hasColors)
    }

    package func showManual(_ page: String) async -> Bool {
        guard devices.output == 1, capabilities(of: .output).isInteractive else { return false }
        return await ManualReader.show(page)
    }

    package func rows(of list: ListName) -> [UUID] { memory?.rows(of: list) ?? [] }
    package func knownRows(of list: ListName) -> [UUID] { memory?.knownRows(of: list) ?? [] }
    package func remember(_ rows: [UUID], of list: ListName) { memory?.remember(rows, of: list) }

    package func write(_ blocks: [OutputBlock]) {
        screen.write(Array(renderer(for: .output).render(blocks).utf8))
    }

    package func writeBytes(_ bytes: Data) {
        screen.write(Array(bytes))
    }

    package func writeError(_ blocks: [OutputBlock]) {
        screen.writeError(renderer(for: .error).render(blocks))
    }

    package func prompt(_ question: LocalizedText, suggestion: String?) async throws(TerminalError) -> String {
        let shown = suggestion.map { " [\($0)]" } ?? ""
        let text = visible(question.text(in: language) + shown) + ": "
        var remark = ""
        while true {
            let line = try await ask(remark + text)
            if !line.isEmpty { return line }
            if let suggestion { return suggestion }
            remark = visible(Self.nothingTyped.text(in: language)) + "\n"
        }
    }

    private static let nothingTyped = LocalizedText(
        en: "Nothing was typed. An answer is needed here; Ctrl-C stops.",
        es: "No se escribió nada. Aquí hace falta una respuesta; Ctrl-C lo detiene.")
    private static let yesOrNo = LocalizedText(
        en: "Answer y or n; Ctrl-C stops.", es: "Responde s o n; Ctrl-C lo detiene.")

    package func confirm(_ question: LocalizedText, suggestion: Bool) async throws(TerminalError) -> Bool {
        let text = choice(question, suggestion: suggestion)
        var remark = ""
        while true {
            switch try await ask(remark + text).lowercased() {
            case "": return suggestion
            case "y", "yes", "s", "si", "sí": return true
            case "n", "no": return false
            default: remark = visible(Self.yesOrNo.text(in: language)) + "\n"
            }
        }
    }

    package func wantsMore() async throws(TerminalError) -> Bool {
        let text = choice(Self.morePrompt, suggestion: true)
        let path = try terminalPath()
        return try await Question.ask { wakeup throws(TerminalError) in
            let terminal = try OpenTerminal(path: path)
            let hidden = try HiddenInput(of: terminal.descriptor, byLine: false)
            _ = Screen.write(text, to: terminal.descriptor)
            defer {
                _ = Screen.write("\n", to: terminal.descriptor)
                hidden.end()
            }
            while true {
                if let answer = try KeyReader.wantsMore(from: terminal.descriptor, wakeup) { return answer }
            }
        }
    }

    package func promptSecret(_ question: LocalizedText) async throws(TerminalError) -> Secret {
        let text = visible(question.text(in: language)) + ": "
        let path = try terminalPath()
        return try await Question.ask { wakeup throws(TerminalError) in
            let terminal = try OpenTerminal(path: path)
            let hidden = try HiddenInput(of: terminal.descriptor)
            _ = Screen.write(text, to: terminal.descriptor)
            defer {
                // The Enter key didn't show either.
                _ = Screen.write("\n", to: terminal.descriptor)
                hidden.end()
            }
            return try LineReader.line(from: terminal.descriptor, limit: Self.secretLimit, wakeup).secret()
        }
    }

    package func readSecretLine() async throws(TerminalError) -> Secret {
        let input = devices.input
        return try await Question.ask { wakeup throws(TerminalError) in
            let hidden = isatty(input) == 1 ? try HiddenInput(of: input) : nil
            defer { hidden?.end() }
            return try LineReader.line(from: input, limit: Self.secretLimit, wakeup).secret()
        }
    }

    package func pictureDisplay() async -> PictureDisplay? {
        if let known = display.current { return known }
        let found = await findDisplay()
        display.withLock { $0 = .some(found) }
        return found
    }

    private func findDisplay() async -> PictureDisplay? {
        let output = capabilities(of: .output), size = cterminal_size(devices.output)
        guard decoder != nil, let columns = output.width, output.hasColors, size.rows > 1 else { return nil }
        let settings = PictureSettings(environment: environment)
        var answer = PictureAnswer()
        if settings.asksTheTerminal, let path = try? terminalPath() {
            let bytes = await TerminalQuery(path: path, patience: patience).ask(PictureAnswer.question) { bytes in
                PictureAnswer(bytes).isComplete
            }
            answer = PictureAnswer(bytes)
        }
        if answer.cell == nil, size.columns > 0 {
            answer.cell = (Int(size.width / size.columns), Int(size.height / size.rows))
        }
        return settings.display(answer, columns: columns, rows: Int(size.rows))
    }

    package func progress(_ title: LocalizedText, unit: ProgressUnit) -> any ProgressReporting {
        let capabilities = capabilities(of: .error)
        let terminal = environment["TERM"] ?? ""
        guard let width = capabilities.width, !terminal.isEmpty, terminal != "dumb" else { return SilentProgress() }
        let line = ProgressLine(title: title, unit: unit, language: language)
        // The last column is left free: some terminals wrap when it is filled.
        return ProgressBar(line: line, width: width - 1, screen: screen, clock: clock)
    }

    private func ask(_ text: String) async throws(TerminalError) -> String {
        let path = try terminalPath()
        let line = try await Question.ask { wakeup throws(TerminalError) in
            let terminal = try OpenTerminal(path: path)
            _ = Screen.write(text, to: terminal.descriptor)
            return try LineReader.line(from: terminal.descriptor, limit: Self.lineLimit, wakeup).text()
        }
        let start = line.drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// The device to ask on.
    ///
    /// A process without a terminal on its input or errors was not started by a
    /// person, even if it has a terminal somewhere.
    private func terminalPath() throws(TerminalError) -> String {
        guard isatty(devices.input) == 1 || isatty(devices.errors) == 1 else { throw .noTerminal }
        return devices.terminal
    }

    private func visible(_ text: String) -> String { VisibleText.line(text) }

    /// A question with its answers, of which the suggested one is in capitals.
    private func choice(_ question: LocalizedText, suggestion: Bool) -> String {
        let yes = LocalizedText(en: "y", es: "s").text(in: language)
        return visible(question.text(in: language)) + (suggestion ? " [\(yes.uppercased())/n] " : " [\(yes)/N] ")
    }

    private func descriptor(of stream: TerminalStream) -> Int32 {
        switch stream {
        case .input: devices.input
        case .output: devices.output
        case .error: devices.errors
        }
    }

    private func renderer(for stream: TerminalStream) -> TextRenderer {
        let capabilities = capabilities(of: stream)
        var pictures: PictureRenderer?
        if stream == .output, let decoder, let display = display.current.flatMap({ $0 }) {
            pictures = PictureRenderer(display, decoder: decoder)
        }
        return TextRenderer(
            language: language, width: capabilities.width, hasColors: capabilities.hasColors, pictures: pictures)
    }
}
