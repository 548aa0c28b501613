import FoundationEssentials
import SQLStoreAPI

/// A row of a result, valid while it is visited.
struct Row: SQLRow {
    let result: ResultSet
    let position: Int

    var columnNames: [String] { result.visited == position ? result.columnNames : [] }

    func value(at index: Int) throws(SQLError) -> SQLValue {
        try check(index)
        return result.value(row: position, column: index)
    }

    func uuid(at index: Int) throws(SQLError) -> UUID? {
        try check(index)
        return result.uuid(row: position, column: index)
    }

    func index(of column: String) throws(SQLError) -> Int {
        try check()
        let names = result.columnNames, expected = result.expectedColumn
        let isExpected = expected < names.count && names[expected] == column
        guard let index = isExpected ? expected : names.firstIndex(of: column) else {
            throw SQLError(.unknownColumn, "there is no column \(column), only \(names.joined(separator: ", "))")
        }
        result.expectedColumn = index + 1
        return index
    }

    private func check(_ index: Int) throws(SQLError) {
        try check()
        guard (0..<result.columnCount).contains(index) else {
            throw SQLError(.unknownColumn, "there is no column \(index), only \(result.columnCount)")
        }
    }

    private func check() throws(SQLError) {
        guard result.visited == position else {
            throw SQLError(.misuse, "a row is used after its closure returned")
        }
    }
}
