package import ConsoleAPI
package import Localization

/// Turns blocks into the text that goes to a stream.
package struct TextRenderer: Sendable {
    private let language: Language
    private let width: Int?
    private let hasColors: Bool
    private let pictures: PictureRenderer?

    /// - Parameters:
    ///   - width: The columns of the screen; nil cuts and wraps nothing.
    ///   - pictures: Draws pictures; nil where they are only described.
    package init(language: Language, width: Int?, hasColors: Bool, pictures: PictureRenderer? = nil) {
        self.language = language
        self.width = width
        self.hasColors = hasColors
        self.pictures = pictures
    }

    /// The text of blocks, each line ended by a line feed.
    package func render(_ blocks: [OutputBlock]) -> String {
        blocks.map(render).joined()
    }

    private func render(_ block: OutputBlock) -> String {
        switch block {
        case .line(let text): joined(line(text))
        case .paragraph(let text, let indent): joined(paragraph(text, indent: indent))
        case .heading(let text): joined([StyledLine(StyledText(text, .strong), in: language)])
        case .table(let table): joined(TableLayout(table: table, language: language, width: width).lines())
        case .fields(let fields, let indent): joined(lines(of: fields, indent: indent))
        case .preformatted(let text): VisibleText.preformatted(text.hasSuffix("\n") ? text : text + "\n")
        case .picture(let picture):
            (pictures?.render(picture) ?? "") + joined(line(picture.description))
        case .blank: "\n"
        }
    }

    private func joined(_ lines: [StyledLine]) -> String {
        lines.map { $0.rendered(hasColors: hasColors) + "\n" }.joined()
    }

    private func line(_ text: StyledText) -> [StyledLine] {
        LineWrapping.lines(of: StyledLine(text, in: language), width: width)
    }

    private func paragraph(_ text: StyledText, indent: Int) -> [StyledLine] {
        let lines = LineWrapping.lines(of: text, in: language, width: width.map { max(1, $0 - indent) })
        return lines.map { indented($0, by: indent) }
    }

    private func indented(_ line: StyledLine, by indent: Int) -> StyledLine {
        guard indent > 0, line.width > 0 else { return line }
        var result = StyledLine(String(repeating: " ", count: indent))
        result.append(line)
        return result
    }

    /// Names on the left and values beside them; a name wider than a third of
    /// the screen has its value on the next line.
    private func lines(of fields: [OutputField], indent: Int) -> [StyledLine] {
        let names = fields.map { StyledLine($0.name, in: language) }
        let widest = width.map { max(12, $0 / 3) } ?? .max
        let column = names.map(\.width).filter { $0 <= widest }.max() ?? 0
        let valueColumn = indent + column + 2
        return zip(fields, names).flatMap { field, name -> [StyledLine] in
            let room = width.map { max(16, $0 - valueColumn) }
            let values = LineWrapping.lines(of: field.value, in: language, width: room)
            let fits = name.width <= column
            var lines = values.enumerated().map { index, value in
                index == 0 && fits ? beside(name, value, at: valueColumn, indent) : indented(value, by: valueColumn)
            }
            if !fits { lines.insert(indented(name, by: indent), at: 0) }
            return lines
        }
    }

    private func beside(_ name: StyledLine, _ value: StyledLine, at column: Int, _ indent: Int) -> StyledLine {
        var line = indented(name, by: indent)
        guard value.width > 0 else { return line }
        line.append(String(repeating: " ", count: max(1, column - line.width)))
        line.append(value)
        return line
    }
}
