public import CoreModels
public import FoundationEssentials

/// A row of a result, valid only while it is handed to a closure.
///
/// Values are read by column name or position, and their type follows from
/// where they go:
///
/// ```swift
/// User(id: try row["id"], name: try row["name"], seen: try row["seen_at"])
/// ```
///
/// One call makes the value, as here: an initializer that assigns property
/// after property, each of which may fail, copies the value at its end.
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

    /// The UUID at a position, counted from 0; nil if the value is none.
    ///
    /// - Throws: `unknownColumn`, or `misuse` for a row that is past.
    func uuid(at index: Int) throws(SQLError) -> UUID?

    /// The position of the first column of that name.
    ///
    /// - Throws: `unknownColumn`, or `misuse` for a row that is past.
    func index(of column: String) throws(SQLError) -> Int
}

// Inlined where rows are read: the compiler specializes no generic code for what
// is behind `any`, and without a type each column would cost ten times as much.
extension SQLRow {
    /// Reads the column at a position, counted from 0.
    @inlinable @inline(__always)
    public subscript<Value: SQLConvertible>(index: Int, as type: Value.Type = Value.self) -> Value {
        get throws(SQLError) {
            let stored = try value(at: index)
            if let value = Value(sqlValue: stored) { return value }
            throw mismatch(at: index, stored, "\(Value.self)")
        }
    }

    /// Reads the first column of that name.
    @inlinable @inline(__always)
    public subscript<Value: SQLConvertible>(column: String, as type: Value.Type = Value.self) -> Value {
        get throws(SQLError) {
            try self[try index(of: column), as: type]
        }
    }

    /// Reads an identifier at a position, counted from 0.
    ///
    /// What every row has needs no text on the heap.
    @inlinable @inline(__always)
    public subscript<Entity>(index: Int, as type: Identifier<Entity>.Type = Identifier<Entity>.self) -> Identifier<
        Entity
    > {
        get throws(SQLError) {
            if let uuid = try uuid(at: index) { return Identifier(uuid) }
            throw mismatch(at: index, try value(at: index), "\(Identifier<Entity>.self)")
        }
    }

    /// Reads an identifier in the first column of that name.
    @inlinable @inline(__always)
    public subscript<Entity>(column: String, as type: Identifier<Entity>.Type = Identifier<Entity>.self) -> Identifier<
        Entity
    > {
        get throws(SQLError) {
            try self[try index(of: column), as: type]
        }
    }

    @usableFromInline
    func mismatch(at index: Int, _ stored: SQLValue, _ type: String) -> SQLError {
        let column = columnNames.indices.contains(index) ? columnNames[index] : "\(index)"
        if case .null = stored {
            return SQLError(.unexpectedNull, "column \(column) is NULL where \(type) is expected")
        }
        return SQLError(.typeMismatch, "column \(column) holds \(stored.typeName) that is no \(type)")
    }
}
