/// A row of a result, valid only while it is handed to a closure.
///
/// Values are read by column name or position, and their type follows from
/// where they go:
///
/// ```swift
/// User(id: try row["id"], name: try row["name"], seen: try row["seen_at"])
/// ```
///
/// Where NULL is allowed, ask for an optional. A NULL or another type where
/// none is expected throws `unexpectedNull` or `typeMismatch`, and a name that
/// the result doesn't have throws `unknownColumn`; the message names the column
/// and never holds the value. A row kept beyond its closure throws `misuse`.
public protocol SQLRow {
    /// The names of the columns, in order.
    var columnNames: [String] { get }

    /// The value at a position, counted from 0.
    ///
    /// - Throws: `unknownColumn`, or `misuse` for a row that is past.
    func value(at index: Int) throws(SQLError) -> SQLValue

    /// The position of the first column of that name.
    ///
    /// - Throws: `unknownColumn`, or `misuse` for a row that is past.
    func index(of column: String) throws(SQLError) -> Int
}

extension SQLRow {
    /// Reads the column at a position, counted from 0.
    public subscript<Value: SQLConvertible>(index: Int, as type: Value.Type = Value.self) -> Value {
        get throws(SQLError) {
            let stored = try value(at: index)
            if let value = Value(sqlValue: stored) { return value }
            let column = columnNames.indices.contains(index) ? columnNames[index] : "\(index)"
            if case .null = stored {
                throw SQLError(.unexpectedNull, "column \(column) is NULL where \(Value.self) is expected")
            }
            throw SQLError(
                .typeMismatch, "column \(column) holds \(stored.typeName) that is no \(Value.self)")
        }
    }

    /// Reads the first column of that name.
    public subscript<Value: SQLConvertible>(column: String, as type: Value.Type = Value.self) -> Value {
        get throws(SQLError) {
            try self[try index(of: column), as: type]
        }
    }
}
