import CSQLite
import FoundationEssentials
package import SQLStoreAPI

/// A compiled statement.
@safe package final class Statement {
    let text: String
    private let handle: OpaquePointer
    private unowned let connection: Connection

    init(_ handle: OpaquePointer, text: String, connection: Connection) {
        unsafe self.handle = handle
        self.text = text
        self.connection = connection
    }

    deinit { unsafe sqlite3_finalize(handle) }

    func bind(_ values: [SQLValue]) throws(SQLError) {
        let expected = Int(unsafe sqlite3_bind_parameter_count(handle))
        guard expected == values.count else {
            throw SQLError(
                .statement, "the text has \(expected) placeholders for \(values.count) values: write no ? in it",
                sql: text)
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index) + 1)
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
                unsafe bytes.withMemoryRebound(to: CChar.self) {
                    unsafe csqlite_bind_text(handle, index, $0.baseAddress, UInt64($0.count))
                }
            }
        case .blob(let value):
            return unsafe value.withUnsafeBytes {
                unsafe csqlite_bind_blob(handle, index, $0.baseAddress, UInt64($0.count))
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
    }

    var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

    var columnNames: [String] {
        (0..<Int32(columnCount)).map { index in
            unsafe sqlite3_column_name(handle, index).map { unsafe String(cString: $0) } ?? ""
        }
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
