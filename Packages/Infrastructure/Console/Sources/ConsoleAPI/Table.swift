public import Localization

/// Rows and columns, aligned by what a character takes on screen.
///
/// On a terminal the table is fitted into the width: columns that may shrink are
/// cut with an ellipsis, the widest first. Into a pipe it goes uncut.
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

        /// Creates a column.
        public init(_ title: LocalizedText, alignment: Alignment = .leading, minimumWidth: Int? = nil) {
            self.title = title
            self.alignment = alignment
            self.minimumWidth = minimumWidth
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
}
