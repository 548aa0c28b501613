import CSQLite
import CoreModels
import FoundationEssentials
package import SQLStoreAPI

/// A compiled statement.
@safe package final class Statement {
    let text: String
    private(set) var isInUse = false
    /// Counts the uses that are over: what belongs to one of them doesn't
    /// outlive it.
    private(set) var pastUses = 0
    /// When it was used last, counted in uses of all statements.
    var lastUse = 0
    /// The column that comes after the one that was asked for last: rows are
    /// mostly read in order.
    var expectedColumn = 0

    private let handle: OpaquePointer
    /// What its text is made of; nil if it isn't kept.
    private let shape: ContiguousArray<UInt64>?
    private unowned let connection: Connection
    /// How many values it takes.
    let parameterCount: Int
    private var columns: (version: Int32, names: ColumnNames)?

    init(_ handle: OpaquePointer, shape: ContiguousArray<UInt64>?, text: String, connection: Connection) {
        unsafe self.handle = handle
        self.shape = shape
        self.text = text
        self.connection = connection
        parameterCount = Int(unsafe sqlite3_bind_parameter_count(handle))
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Whether it is what `form` says, but for the values.
    func fits(_ form: SQLForm) -> Bool {
        guard let shape else { return false }
        return form.hasShape(shape)
    }

    /// Binds the values of `form`, calls `body`, and makes the statement ready
    /// for another use.
    @inline(__always)
    func use<Value>(_ form: SQLForm, _ body: (Statement) throws -> Value) throws -> Value {
        isInUse = true
        // The library reads the values where the form has them.
        return try unsafe form.withWords { words in
            defer { reset() }
            let code = unsafe bind(words)
            guard code == SQLITE_OK else { throw connection.failure(code, sql: text) }
            return try body(self)
        }
    }

    private func bind(_ words: UnsafeBufferPointer<UInt64>) -> Int32 {
        var parts = unsafe SQLForm.Reader(words), index: Int32 = 1
        while let part = parts.next() {
            let code: Int32
            switch part {
            case .literal: continue
            case .null: code = unsafe sqlite3_bind_null(handle, index)
            case .integer(let value): code = unsafe sqlite3_bind_int64(handle, index, value)
            case .real(let value): code = unsafe sqlite3_bind_double(handle, index, value)
            case .text(let bytes):
                code = unsafe csqlite_bind_text(
                    handle, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
            case .blob(let bytes):
                code = unsafe csqlite_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
            }
            if code != SQLITE_OK { return code }
            index += 1
        }
        return SQLITE_OK
    }

    /// Goes to the next row; false when there is none.
    package func step() throws(SQLError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.failure(code, sql: text)
        }
    }

    private func reset() {
        unsafe sqlite3_reset(handle)
        // Nothing points to the values once they may be gone.
        if parameterCount > 0 { unsafe sqlite3_clear_bindings(handle) }
        pastUses &+= 1
        isInUse = false
    }

    var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

    /// The names of the columns; to be asked when there is a row.
    var columnNames: ColumnNames {
        // The library compiles it again when the tables have changed.
        let version = unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        if let columns, columns.version == version { return columns.names }
        let names = ColumnNames(
            (0..<Int32(columnCount)).map { index in
                unsafe sqlite3_column_name(handle, index).map { unsafe String(cString: $0) } ?? ""
            })
        columns = (version, names)
        return names
    }

    /// The value of a column of the present row; NULL if there is no such column.
    func value(at index: Int) -> SQLValue {
        let value = unsafe column(index)
        switch unsafe sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_value_double(value))
        case SQLITE_TEXT: return .text(unsafe String(decoding: Self.text(of: value), as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = unsafe sqlite3_value_blob(value) else { return .blob(Data()) }
            return .blob(unsafe Data(bytes: bytes, count: Int(sqlite3_value_bytes(value))))
        default: return .null
        }
    }

    /// The value of a column of the present row, as it is.
    ///
    /// - Throws: `typeMismatch` for a text that isn't UTF-8, which ``value(at:)`` mends.
    func wholeValue(at index: Int) throws(SQLError) -> SQLValue {
        let value = unsafe column(index)
        guard unsafe sqlite3_value_type(value) == SQLITE_TEXT else { return self.value(at: index) }
        guard let text = unsafe String(validating: Self.text(of: value), as: UTF8.self) else {
            throw SQLError(.typeMismatch, "a text isn't UTF-8", sql: text)
        }
        return .text(text)
    }

    /// The UUID in a column of the present row; nil if there is none.
    func uuid(at index: Int) -> UUID? {
        let value = unsafe column(index)
        guard unsafe sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
        return unsafe UUID(text: UnsafeRawBufferPointer(Self.text(of: value)))
    }

    /// The value as the library has it.
    ///
    /// It is unprotected, which makes no difference where a connection has no
    /// mutex.
    private func column(_ index: Int) -> OpaquePointer? {
        unsafe sqlite3_column_value(handle, Int32(truncatingIfNeeded: index))
    }

    private static func text(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
        let start = unsafe sqlite3_value_text(value)
        return unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }
}
