import ConsoleAPI
import Localization

/// One line on screen: parts that are fit for the terminal, with their styles.
struct StyledLine {
    struct Part {
        var text: String
        var style: TextStyle
    }

    private(set) var parts: [Part] = []

    init() {}

    init(_ text: StyledText, in language: Language) {
        parts = text.spans.map { Part(text: VisibleText.line($0.text.text(in: language)), style: $0.style) }
    }

    init(_ text: String, _ style: TextStyle = .plain) {
        parts = [Part(text: text, style: style)]
    }

    var width: Int { parts.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    mutating func append(_ text: String, _ style: TextStyle = .plain) {
        if let last = parts.last, last.style == style {
            parts[parts.count - 1].text += text
        } else {
            parts.append(Part(text: text, style: style))
        }
    }

    mutating func append(_ line: StyledLine) {
        for part in line.parts { append(part.text, part.style) }
    }

    /// The line, cut to `limit` columns with an ellipsis if it is longer.
    ///
    /// - Parameter ellipsis: One column wide, or empty.
    func cut(to limit: Int, ellipsis: String = "…") -> StyledLine {
        guard width > limit else { return self }
        var result = StyledLine()
        var room = limit - ellipsis.count
        for part in parts {
            var taken = ""
            for character in part.text {
                room -= DisplayWidth.of(character)
                if room < 0 { break }
                taken.append(character)
            }
            if room < 0 {
                result.append(taken + (limit > 0 ? ellipsis : ""), part.style)
                break
            }
            result.append(taken, part.style)
        }
        return result
    }

    /// The line with escape sequences for its styles (ECMA-48, section 8.3.117).
    func rendered(hasColors: Bool) -> String {
        parts.map { part in
            guard hasColors, !part.text.isEmpty, let code = Self.code(of: part.style) else { return part.text }
            return "\u{1B}[\(code)m\(part.text)\u{1B}[0m"
        }.joined()
    }

    private static func code(of style: TextStyle) -> String? {
        switch style {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .accent: "36"
        case .success: "32"
        case .warning: "33"
        case .failure: "31"
        }
    }
}
