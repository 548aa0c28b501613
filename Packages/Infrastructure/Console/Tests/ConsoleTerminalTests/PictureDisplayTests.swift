import ConsoleAPI
import ConsoleTerminal
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import Testing

/// How the terminal is asked for its graphics.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct PictureDisplayTests {
    private static let question = "\u{1B}[c"

    /// - Parameter patience: Long, so that a busy machine answers in time.
    private func terminal(
        on device: PseudoTerminal, _ environment: [String: String] = ["TERM": "xterm-256color"],
        patience: Duration = .seconds(50)
    ) -> SystemTerminal {
        SystemTerminal(
            language: .english, environment: environment,
            devices: .init(input: device.inner, output: device.inner, errors: device.inner, terminal: device.path),
            decoder: DecoderStub(), patience: patience)
    }

    /// What a terminal that gives these answers is taken for.
    private func display(
        answering answer: String, _ environment: [String: String] = ["TERM": "xterm-256color"]
    ) async throws -> PictureDisplay? {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device, environment)
        async let display = terminal.pictureDisplay()
        #expect(await device.shows(Self.question))
        device.type(answer)
        let found = await display
        #expect(await terminal.pictureDisplay() == found, "asked once")
        #expect(device.isEchoing)
        return found
    }

    @Test func theTerminalSaysWhatItCanShow() async throws {
        let attributes = "\u{1B}[?62;c", withSixel = "\u{1B}[?62;4;22c", kitty = "\u{1B}_Gi=31;OK\u{1B}\\"
        let blocks = PictureDisplay(.blocksIn256Colors, columns: 100, rows: 24)
        #expect(try await display(answering: attributes) == blocks)
        #expect(
            try await display(answering: kitty + "\u{1B}[6;18;9t" + attributes)
                == PictureDisplay(.kitty, columns: 100, rows: 24, cellWidth: 9, cellHeight: 18))
        #expect(
            try await display(answering: withSixel)
                == PictureDisplay(.sixel, columns: 100, rows: 24, cellWidth: 10, cellHeight: 20))
        #expect(try await display(answering: "\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\" + attributes) == blocks)
        #expect(
            try await display(answering: attributes, ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
                == PictureDisplay(.blocks, columns: 100, rows: 24))
    }

    @Test func aTerminalThatSaysNothingIsNotWaitedForForLong() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device, patience: .milliseconds(20))
        #expect(await terminal.pictureDisplay()?.means == .blocksIn256Colors)
        #expect(device.isEchoing)
    }

    @Test func whatWasTypedAheadIsLeftAlone() async throws {
        let device = try PseudoTerminal()
        device.type("y\n")
        let terminal = terminal(on: device)
        #expect(await terminal.pictureDisplay()?.means == .blocksIn256Colors)
        #expect(!device.screen.contains(Self.question))
        #expect(try await terminal.confirm(LocalizedText(en: "Sure?", es: "¿Sí?"), suggestion: false))
    }

    @Test(arguments: [("kitty", PictureDisplay.Means.kitty), ("sixel", .sixel), ("blocks", .blocksIn256Colors)])
    func thePersonKnowsBest(wish: String, means: PictureDisplay.Means) async throws {
        let environment = ["TERM": "xterm-256color", "ESSENTIAL_PICTURES": wish]
        let device = try PseudoTerminal()
        let found = await terminal(on: device, environment, patience: .milliseconds(1)).pictureDisplay()
        #expect(found?.means == means)
    }

    @Test(arguments: [
        ["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], [:], ["TERM": "vt100"],
        ["TERM": "xterm", "ESSENTIAL_PICTURES": "none"],
    ])
    func whereThereAreNoneNothingIsAsked(environment: [String: String]) async throws {
        let device = try PseudoTerminal()
        #expect(await terminal(on: device, environment).pictureDisplay() == nil)
        #expect(device.screen.isEmpty)
    }

    @Test func aPipeGetsNone() async throws {
        let (device, pipe) = (try PseudoTerminal(), try TestPipe())
        let environment = ["TERM": "xterm", "CLICOLOR_FORCE": "1", "ESSENTIAL_PICTURES": "kitty"]
        let terminal = SystemTerminal(
            language: .english, environment: environment,
            devices: .init(input: device.inner, output: pipe.writing, errors: device.inner, terminal: device.path),
            decoder: DecoderStub())
        #expect(await terminal.pictureDisplay() == nil)
        terminal.write(.picture(Picture(Data([1]), description: StyledText(verbatim: "A quay"))))
        #expect(pipe.contents() == "A quay\n")
        #expect(device.screen.isEmpty)
    }

    @Test func aPictureIsDrawnOnceTheDisplayIsKnown() async throws {
        let device = try PseudoTerminal()
        let terminal = terminal(on: device, ["TERM": "xterm", "ESSENTIAL_PICTURES": "blocks"])
        let picture = OutputBlock.picture(Picture(Data([1]), description: StyledText(verbatim: "A quay")))
        terminal.write(picture)
        #expect(device.screen == "A quay\r\n")
        _ = await terminal.pictureDisplay()
        terminal.write(picture)
        #expect(device.screen.hasSuffix("\u{1B}[38;5;196m▀\u{1B}[0m\r\nA quay\r\n"))
    }
}

/// Everything is a red pixel.
private struct DecoderStub: BitmapDecoding {
    func decode(_ content: Data, width: Int, height: Int) -> Bitmap? {
        Bitmap(width: 1, height: 1, bytes: [255, 0, 0])
    }
}
