import CoreModels

/// What a message says in one language.
public struct MailWording: Hashable, Sendable {
    /// What it is about, in one line.
    public let subject: String
    /// What it says, in plain text.
    public let text: String
    /// What it says, in HTML; nil if that is made from the text.
    public let html: String?

    /// Creates a wording; line breaks in the subject become spaces.
    public init(subject: String, text: String, html: String? = nil) {
        self.subject = String(subject.map { $0.isNewline ? " " : $0 })
        self.text = text
        self.html = html
    }

    /// The words in braces that stand for values: letters, digits and `_`.
    public var valueNames: Set<String> {
        Set([subject, text, html ?? ""].flatMap { Self.pieces(of: $0).compactMap(\.placeholder) })
    }

    /// The wording with values in the place of the words in braces.
    ///
    /// A word that stands for no value stays as it is. In HTML, values can't
    /// become markup.
    public func filled(with values: [String: String]) -> MailWording {
        MailWording(
            subject: Self.fill(subject) { values[$0] },
            text: Self.fill(text) { values[$0] },
            html: html.map { Self.fill($0) { values[$0].map { HTML.escaped($0) } } })
    }

    private enum Piece {
        case text(Substring)
        case placeholder(Substring)

        var placeholder: String? {
            if case .placeholder(let name) = self { String(name) } else { nil }
        }
    }

    private static func fill(_ text: String, _ value: (String) -> String?) -> String {
        pieces(of: text).map { piece in
            switch piece {
            case .text(let text): String(text)
            case .placeholder(let name): value(String(name)) ?? "{\(name)}"
            }
        }.joined()
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = [], rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            let afterOpen = rest.index(after: open)
            let name = rest[afterOpen...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == "}" else {
                pieces.append(.text(rest[..<afterOpen]))
                rest = rest[afterOpen...]
                continue
            }
            pieces += [.text(rest[..<open]), .placeholder(name)]
            rest = rest[rest.index(after: name.endIndex)...]
        }
        return pieces + [.text(rest)]
    }
}
