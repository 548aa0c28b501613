/// Numbers that are given out one after another; see
/// ``SQLWriting/nextNumber(of:)``.
///
/// ```swift
/// extension SQLSeries {
///     static let positions = SQLSeries(
///         "comments.positions", latest: "SELECT MAX(position) FROM comments")
/// }
/// ```
///
/// SQLite takes the number after the latest one that its table holds; an engine
/// on which several write at a time counts beside the tables, and asks for the
/// latest only to begin.
public struct SQLSeries: Sendable {
    /// The name under which an engine may count.
    package let name: String
    /// Each tells the latest number in a place where numbers stand, or NULL.
    package let latest: [SQL]

    /// Creates a series.
    ///
    /// - Parameters:
    ///   - name: The owner's name and what is counted; never changed.
    ///   - latest: Each a question for the latest number that some table holds,
    ///     answered from an index. Where no number may come back that was once
    ///     given, one of the tables keeps those of rows that were deleted.
    public init(_ name: StaticString, latest: SQL...) {
        self.name = name.description
        self.latest = latest
    }
}
