import CSQLite
import FoundationEssentials
package import SQLStoreAPI

/// A compiled statement.
@safe package final class Statement {
    let text: String
    var isInUse = false
    /// When it was used last, counted in uses.
    var lastUse = 0
    private let handle: OpaquePointer
    private unowned let connection: Connection
    private let parameterCount: Int
    /// Where texts and blobs are while they are bound.
    private var values = ValueBuffer()
    private var columns: (version: Int32, names: ColumnNames)?

    init(_ handle: OpaquePointer, text: String, connection: Connection) {
        unsafe self.handle = handle
        self.text = text
        self.connection = connection
        parameterCount = Int(unsafe sqlite3_bind_parameter_count(handle))
    }

    deinit { unsafe sqlite3_finalize(handle) }

    func bind(_ values: [SQLValue]) throws(SQLError) {
        guard parameterCount == values.count else {
            throw SQLError(
                .statement, "the text has \(parameterCount) placeholders for \(values.count) values: write no ? in it",
                sql: text)
        }
        self.values.prepare(byteCount: values.reduce(0) { $0 + $1.byteCount })
        for index in values.indices {
            let code = bind(values[index], at: Int32(index) + 1)
            guard code == SQLITE_OK else { throw connection.failure(code, sql: text) }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return unsafe sqlite3_bind_null(handle, index)
        case .integer(let value): return unsafe sqlite3_bind_int64(handle, index, value)
        case .real(let value): return unsafe sqlite3_bind_double(handle, index, value)
        case .text(var value):
            return value.withUTF8 { bytes in
                let copy = unsafe values.add(UnsafeRawBufferPointer(bytes))
                return unsafe csqlite_bind_text(handle, index, copy, UInt64(bytes.count))
            }
        case .blob(let value):
            return unsafe value.withUnsafeBytes { bytes in
                let copy = unsafe values.add(bytes)
                return unsafe csqlite_bind_blob(handle, index, copy, UInt64(bytes.count))
            }
        }
    }

    /// Goes to the next row; false when there is none.
    package func step() throws(SQLError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.failure(code, sql: text)
        }
    }

    /// Makes the statement ready for another use, and forgets what was bound.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        values.removeAll()
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

    /// The value of a column of the present row; the index must be valid.
    func value(at index: Int) -> SQLValue {
        let column = Int32(index)
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, column))
        case SQLITE_TEXT:
            guard let bytes = unsafe sqlite3_column_text(handle, column) else { return .text("") }
            let count = Int(unsafe sqlite3_column_bytes(handle, column))
            return .text(unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return .blob(Data()) }
            return .blob(unsafe Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column))))
        default: return .null
        }
    }
}

extension SQLValue {
    fileprivate var byteCount: Int {
        switch self {
        case .null, .integer, .real: 0
        case .text(let value): value.utf8.count
        case .blob(let value): value.count
        }
    }
}
