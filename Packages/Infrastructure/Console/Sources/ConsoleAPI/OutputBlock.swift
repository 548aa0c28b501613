public import Localization

/// A piece of output, laid out by the terminal for its width, colours and language.
///
/// Blocks carry text and meaning, never escape sequences: whatever control
/// character stands in a text is made visible before it reaches the terminal,
/// so outside data cannot move the cursor, change colours or forge a line.
public enum OutputBlock: Hashable, Sendable {
    /// One line, wrapped between words where the terminal is narrower; line breaks within it become
    /// spaces.
    case line(StyledText)
    /// Text that is wrapped at the terminal's width, every line indented alike;
    /// line breaks within it start new lines.
    case paragraph(StyledText, indent: Int = 0)
    /// A heading over what follows.
    case heading(LocalizedText)
    /// Columns.
    case table(Table)
    /// Names and values, the values aligned and wrapped beside their names.
    case fields([OutputField], indent: Int = 0)
    /// Text that keeps its line breaks and is never wrapped or cut: a script, a graph.
    case preformatted(String)
    /// A picture over a line that says what it shows.
    case picture(Picture)
    /// An empty line.
    case blank

    /// Makes a line of one style.
    public static func line(_ text: LocalizedText, _ style: TextStyle = .plain) -> OutputBlock {
        .line(StyledText(text, style))
    }
}

/// A name and its value in ``OutputBlock/fields(_:indent:)``.
public struct OutputField: Hashable, Sendable {
    /// What the value is.
    public let name: StyledText
    /// The value.
    public let value: StyledText

    /// Creates a field.
    public init(_ name: StyledText, _ value: StyledText) {
        self.name = name
        self.value = value
    }

    /// Creates a field with a plain name.
    public init(_ name: LocalizedText, _ value: StyledText) {
        self.init(StyledText(name), value)
    }

    /// Creates a field whose value is the same in every language.
    public init(_ name: LocalizedText, verbatim value: String) {
        self.init(name, StyledText(verbatim: value))
    }
}
