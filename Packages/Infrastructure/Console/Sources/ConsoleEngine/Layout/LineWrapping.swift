import ConsoleAPI
import Localization

/// Breaks text into lines of a width, between words where it can, and never in addresses.
enum LineWrapping {
    /// The lines of `text`, none wider than `width` columns; nil wraps nothing.
    static func lines(of text: StyledText, in language: Language, width: Int?) -> [StyledLine] {
        paragraphs(of: text, in: language).flatMap { wrap($0, to: width) }
    }

    /// The same for one line, whose indentation they all have.
    ///
    /// A word that is too long is left to the terminal: an address that is copied from there stays one.
    static func lines(of line: StyledLine, width: Int?) -> [StyledLine] {
        guard let width, line.width > width else { return [line] }
        let indent = line.parts.first?.text.prefix { $0 == " " } ?? ""
        guard !indent.isEmpty, indent.count < width else { return wrap(line, to: width, breaksWords: false) }
        return wrap(line, to: width - indent.count, breaksWords: false).map { wrapped in
            var result = StyledLine(String(indent))
            result.append(wrapped)
            return result
        }
    }

    /// The text split at its line breaks, whichever span they stand in.
    private static func paragraphs(of text: StyledText, in language: Language) -> [StyledLine] {
        var result = [StyledLine()]
        for span in text.spans {
            for (index, line) in VisibleText.lines(span.text.text(in: language)).enumerated() {
                if index > 0 { result.append(StyledLine()) }
                result[result.count - 1].append(line, span.style)
            }
        }
        return result
    }

    private static func wrap(_ paragraph: StyledLine, to width: Int?, breaksWords: Bool = true) -> [StyledLine] {
        guard let width, width > 0, paragraph.width > width else { return [paragraph] }
        var lines = [StyledLine()]
        var column = 0
        for word in words(of: paragraph) {
            let gap = column == 0 || word.isGlued ? 0 : 1
            if column > 0, !word.isGlued, column + gap + word.unbrokenWidth > width {
                lines.append(StyledLine())
                column = 0
            } else if gap == 1 {
                lines[lines.count - 1].append(" ", word.style)
                column += 1
            }
            let mayBreak = breaksWords && !word.isAddress
            for character in word.text {
                let columns = DisplayWidth.of(character)
                if mayBreak, column > 0, column + columns > width {
                    lines.append(StyledLine())
                    column = 0
                }
                lines[lines.count - 1].append(String(character), word.style)
                column += columns
            }
        }
        return lines
    }

    private struct Word {
        let text: Substring
        let style: TextStyle
        /// Whether it continues the word before it, in another style.
        let isGlued: Bool
        /// Whether it is an address, which nobody could copy in pieces: one that is too long is left to the terminal.
        var isAddress: Bool { text.contains("://") }
        /// The columns up to where the line may be broken: the glued words after it included, and the
        /// first option, without which the word before it is another command.
        var unbrokenWidth: Int
    }

    private static func words(of paragraph: StyledLine) -> [Word] {
        var words: [Word] = []
        var endsWithSpace = true
        for part in paragraph.parts {
            for piece in part.text.split(separator: " ") {
                let startsPart = piece.startIndex == part.text.startIndex
                let isGlued = startsPart && !endsWithSpace
                words.append(
                    Word(text: piece, style: part.style, isGlued: isGlued, unbrokenWidth: DisplayWidth.of(piece)))
            }
            if !part.text.isEmpty { endsWithSpace = part.text.last == " " }
        }
        for index in words.indices.dropFirst().reversed() {
            if words[index].isGlued {
                words[index - 1].unbrokenWidth += words[index].unbrokenWidth
            } else if words[index].text.hasPrefix("--"), !words[index - 1].text.hasPrefix("--") {
                words[index - 1].unbrokenWidth += 1 + words[index].unbrokenWidth
            }
        }
        return words
    }
}
