public import Localization

/// Rows and columns, aligned by what a character takes on screen.
///
/// On a terminal the table is fitted into the width: identifiers are cut to their
/// beginnings, then columns that one can do without are left out, then those that
/// may shrink are cut with an ellipsis. Into a pipe it goes whole.
public struct Table: Hashable, Sendable {
    /// A column and how it is laid out.
    public struct Column: Hashable, Sendable {
        /// Where a cell's text stands.
        public enum Alignment: Hashable, Sendable {
            /// At the left.
            case leading
            /// At the right: numbers.
            case trailing
        }

        /// The heading.
        public let title: LocalizedText
        /// Where a cell's text stands.
        public let alignment: Alignment
        /// The least width it may be cut to; nil for a column that is never cut,
        /// such as an identifier a person copies.
        public let minimumWidth: Int?
        /// Whether one can do without it where there is no room.
        public let isOptional: Bool
        /// Whether the beginnings of its cells do as well, as with identifiers.
        public private(set) var isIdentifier = false

        /// Creates a column.
        public init(
            _ title: LocalizedText, alignment: Alignment = .leading, minimumWidth: Int? = nil, isOptional: Bool = false
        ) {
            self.title = title
            self.alignment = alignment
            self.minimumWidth = minimumWidth
            self.isOptional = isOptional
        }

        /// Creates a column of identifiers, of which eight digits do for people.
        public static func identifiers(_ title: LocalizedText) -> Column {
            var column = Column(title, minimumWidth: 8)
            column.isIdentifier = true
            return column
        }
    }

    /// The columns from left to right.
    public let columns: [Column]
    /// The rows; missing cells are empty, surplus ones are not shown.
    public let rows: [[StyledText]]

    /// Creates a table.
    public init(columns: [Column], rows: [[StyledText]]) {
        self.columns = columns
        self.rows = rows
    }

    /// Creates a table whose rows people may name by number.
    ///
    /// - Parameter first: The number of the first row.
    public init(columns: [Column], rows: [[StyledText]], numberedFrom first: Int) {
        self.columns = [Column(LocalizedText(verbatim: "#"), alignment: .trailing)] + columns
        self.rows = rows.enumerated().map { [StyledText(verbatim: "\($0.offset + first)", .faint)] + $0.element }
    }
}
