/// What can be asked of the database within one snapshot.
///
/// It is handed to the closure of ``SQLDatabase/read(_:_:)`` and is valid only
/// there: use beyond it throws `misuse`. All statements of one closure see the
/// same state, whatever is written meanwhile.
///
/// Each method takes exactly one statement. Errors that a closure throws pass
/// through unchanged.
public protocol SQLReading {
    /// Calls `visit` with each row of the result, until it asks to stop.
    ///
    /// - Throws: ``SQLError``, or what `visit` throws.
    func scan(_ sql: SQL, _ visit: (any SQLRow) throws -> SQLScan) throws
}

/// What a visitor of rows wants next.
public enum SQLScan: Sendable {
    /// The next row.
    case next
    /// No further row.
    case stop
}

// The closures that see each row know the type of its value: in an extension of
// a protocol the compiler would leave them generic.
extension SQLScan {
    @inlinable @inline(__always)
    static func collect<Value>(
        _ sql: SQL, in db: any SQLReading, _ map: (any SQLRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try db.scan(sql) { row in
            values.append(try map(row))
            return .next
        }
        return values
    }

    @inlinable @inline(__always)
    static func first<Value>(
        _ sql: SQL, in db: any SQLReading, _ map: (any SQLRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try db.scan(sql) { row in
            value = try map(row)
            return .stop
        }
        return value
    }
}

// Inlined for the same reason as what `SQLRow` has.
extension SQLReading {
    /// All rows of the result, each made into a value.
    @inlinable @inline(__always)
    public func rows<Value>(_ sql: SQL, _ map: (any SQLRow) throws -> Value) throws -> [Value] {
        try SQLScan.collect(sql, in: self, map)
    }

    /// The first row of the result, made into a value; nil if there is none.
    @inlinable @inline(__always)
    public func first<Value>(_ sql: SQL, _ map: (any SQLRow) throws -> Value) throws -> Value? {
        try SQLScan.first(sql, in: self, map)
    }

    /// The first column of all rows.
    @inlinable @inline(__always)
    public func values<Value: SQLConvertible>(_ sql: SQL, as type: Value.Type = Value.self) throws -> [Value] {
        try rows(sql) { row in try row[0] }
    }

    /// The first column of the first row; nil if there is no row.
    ///
    /// A NULL in a row that exists throws `unexpectedNull`, unless the type
    /// asked for is an optional.
    @inlinable @inline(__always)
    public func value<Value: SQLConvertible>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
        try first(sql) { row in try row[0, as: type] }
    }

    /// Whether the result has a row.
    @inlinable @inline(__always)
    public func exists(_ sql: SQL) throws -> Bool {
        try first(sql) { _ in true } ?? false
    }
}
