import CSQLite
import CoreModels
import FoundationEssentials
package import SQLStoreAPI

/// A compiled statement.
@safe package final class Statement {
    /// By what it is found again; nil if it isn't kept.
    let fingerprint: SQLForm.Fingerprint?
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

    init(_ handle: OpaquePointer, fingerprint: SQLForm.Fingerprint?, text: String, connection: Connection) {
        unsafe self.handle = handle
        self.fingerprint = fingerprint
        self.text = text
        self.connection = connection
        parameterCount = Int(unsafe sqlite3_bind_parameter_count(handle))
    }

    deinit { unsafe sqlite3_finalize(handle) }

    func bind(_ form: SQLForm) throws(SQLError) {
        let count = form.valueCount
        guard parameterCount == count else {
            throw SQLError(
                .statement, "the text has \(parameterCount) placeholders for \(count) values: write no ? in it",
                sql: text)
        }
        let code = unsafe values.bind(form, to: handle)
        guard code == SQLITE_OK else { throw connection.failure(code, sql: text) }
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
        if values.isLarge {
            unsafe sqlite3_clear_bindings(handle)
            values.removeAll()
        }
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
        unsafe sqlite3_column_value(handle, Int32(index))
    }

    private static func text(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
        let start = unsafe sqlite3_value_text(value)
        return unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }
}
