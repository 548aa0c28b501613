import ConsoleAPI
import Localization

/// Breaks text into lines of a width, between words where it can.
enum LineWrapping {
    /// The lines of `text`, none wider than `width` columns; nil wraps nothing.
    static func lines(of text: StyledText, in language: Language, width: Int?) -> [StyledLine] {
        paragraphs(of: text, in: language).flatMap { wrap($0, to: width) }
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

    private static func wrap(_ paragraph: StyledLine, to width: Int?) -> [StyledLine] {
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
            for character in word.text {
                let columns = DisplayWidth.of(character)
                if column > 0, column + columns > width {
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
        /// The columns up to the next space, the glued words after it included.
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
        for index in words.indices.reversed() where words[index].isGlued && index > 0 {
            words[index - 1].unbrokenWidth += words[index].unbrokenWidth
        }
        return words
    }
}
