import CPostgreSQL
import CoreModels
import FoundationEssentials
import SQLStoreAPI

/// What the server answered to a statement: all of it, so that another statement
/// can run while its rows are read.
@safe final class ResultSet {
    /// The row that is being visited; what belongs to another one is past.
    var visited: Int?
    /// The column that comes after the one that was asked for last: rows are
    /// mostly read in order.
    var expectedColumn = 0

    private let pq: UnsafePointer<cpostgresql>
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer, _ pq: UnsafePointer<cpostgresql>) {
        unsafe self.handle = handle
        unsafe self.pq = pq
    }

    deinit { unsafe pq.pointee.clear(handle) }

    var rowCount: Int { Int(unsafe pq.pointee.rowCount(handle)) }

    var columnCount: Int { Int(unsafe pq.pointee.columnCount(handle)) }

    private(set) lazy var columnNames: [String] = (0..<columnCount).map { index in
        unsafe pq.pointee.columnName(handle, Int32(index)).map { unsafe String(cString: $0) } ?? ""
    }

    /// What was done, such as `COMMIT` or `INSERT 0 1`.
    var command: String { unsafe String(cString: pq.pointee.commandStatus(handle)) }

    /// How many rows were inserted, updated or deleted.
    var rowsChanged: Int {
        command.hasPrefix("SELECT") ? 0 : unsafe Int(String(cString: pq.pointee.rowsChanged(handle))) ?? 0
    }

    /// The error that it stands for; nil if it is none.
    func error(sql: String) -> SQLError? {
        switch Int(unsafe pq.pointee.resultStatus(handle)) {
        case CPOSTGRESQL_DONE, CPOSTGRESQL_ROWS: nil
        case CPOSTGRESQL_EMPTY: SQLError(.statement, "there is no statement in the text", sql: sql)
        default: SQLError(ServerComplaint { self.field($0) }, sql: sql)
        }
    }

    private func field(_ name: Character) -> String? {
        let code = Int32(name.asciiValue ?? 0)
        return unsafe pq.pointee.errorField(handle, code).map { unsafe String(cString: $0) }
    }

    // MARK: - Values

    /// The text in the first column of the first row.
    var text: String? {
        guard rowCount > 0, columnCount > 0, case .text(let text) = value(row: 0, column: 0, as: .text) else {
            return nil
        }
        return text
    }

    /// The value in a column of a row, both of which have to be there.
    func value(row: Int, column: Int) -> SQLValue {
        value(row: row, column: column, as: ColumnType(unsafe pq.pointee.columnType(handle, Int32(column))))
    }

    private func value(row: Int, column: Int, as type: ColumnType) -> SQLValue {
        guard let bytes = unsafe bytes(row: row, column: column) else { return .null }
        return unsafe type.value(of: bytes)
    }

    /// The UUID in a column of a row, both of which have to be there; nil if there
    /// is none.
    func uuid(row: Int, column: Int) -> UUID? {
        guard let bytes = unsafe bytes(row: row, column: column) else { return nil }
        return unsafe UUID(text: bytes)
    }

    private func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer? {
        let row = Int32(row), column = Int32(column)
        guard unsafe pq.pointee.isNull(handle, row, column) == 0 else { return nil }
        return unsafe UnsafeRawBufferPointer(
            start: pq.pointee.value(handle, row, column), count: Int(pq.pointee.length(handle, row, column)))
    }
}
