public import Localization

/// Text with meaning attached to its parts, shown as colours where there are any.
public struct StyledText: Hashable, Sendable {
    /// A part of one style.
    public struct Span: Hashable, Sendable {
        /// The words.
        public let text: LocalizedText
        /// What they mean.
        public let style: TextStyle
    }

    /// The parts in order.
    public let spans: [Span]

    private init(spans: [Span]) {
        self.spans = spans
    }

    /// Creates text of one style.
    public init(_ text: LocalizedText, _ style: TextStyle = .plain) {
        self.init(spans: [Span(text: text, style: style)])
    }

    /// Creates text that is the same in every language: a name, a number, a person's words.
    public init(verbatim text: String, _ style: TextStyle = .plain) {
        self.init(LocalizedText(verbatim: text), style)
    }

    /// Puts two texts next to each other, with nothing between them.
    public static func + (left: StyledText, right: StyledText) -> StyledText {
        StyledText(spans: left.spans + right.spans)
    }

    /// The words in `language`, without styles and as they are: not yet fit for a terminal.
    public func plainText(in language: Language) -> String {
        spans.map { $0.text.text(in: language) }.joined()
    }
}

/// What a part of a text means; the terminal chooses how to show it.
public enum TextStyle: Hashable, Sendable, CaseIterable {
    /// Nothing special.
    case plain
    /// Stands out.
    case strong
    /// Stands back: identifiers, times.
    case faint
    /// Something a person can type or follow: a command, an address.
    case accent
    /// Good news.
    case success
    /// Needs attention.
    case warning
    /// Bad news.
    case failure
}
