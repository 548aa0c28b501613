import ConsoleAPI
import ConsoleEngine
public import KernelTesting
import Localization

/// What fuzzers try of the package.
public enum ConsoleFuzzing {
    /// Text for the terminal, and what the terminal answers.
    public static let readers: [FuzzedReader] = [terminalText, terminalAnswer]

    /// The first byte is the width of the screen.
    private static let terminalText = FuzzedReader("terminal-text") { bytes in
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        let width = bytes.first.map { Int($0) }
        let cell = StyledText(LocalizedText(verbatim: text))
        let columns = ["Name", "Text"].map { Table.Column(LocalizedText(verbatim: $0)) }
        let table = Table(columns: columns, rows: [[cell, cell]])
        let blocks: [OutputBlock] = [
            .line(cell), .paragraph(cell, indent: 2), .table(table), .fields([OutputField(cell, cell)], indent: 1),
            .preformatted(text),
        ]
        let output = TextRenderer(language: .english, width: width, hasColors: false).render(blocks)
        for scalar in output.unicodeScalars {
            precondition(
                scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control,
                "a character that acts on the terminal")
        }
    }

    private static let terminalAnswer = FuzzedReader("terminal-answer") { bytes in
        let answer = PictureAnswer(bytes)
        if let cell = answer.cell { precondition(cell.width >= 0 && cell.height >= 0, "a size below nothing") }
    }
}
