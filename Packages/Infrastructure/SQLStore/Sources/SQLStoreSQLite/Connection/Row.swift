import SQLStoreAPI

/// The present row of a statement.
final class Row: SQLRow {
    private let statement: Statement
    private var isCurrent = true
    private let count: Int
    private(set) lazy var columnNames = statement.columnNames

    init(_ statement: Statement) {
        self.statement = statement
        count = statement.columnCount
    }

    func expire() { isCurrent = false }

    func value(at index: Int) throws(SQLError) -> SQLValue {
        try check()
        guard (0..<count).contains(index) else {
            throw SQLError(.unknownColumn, "there is no column \(index), only \(count)", sql: statement.text)
        }
        return statement.value(at: index)
    }

    func index(of column: String) throws(SQLError) -> Int {
        try check()
        if let index = columnNames.firstIndex(of: column) { return index }
        let names = columnNames.joined(separator: ", ")
        throw SQLError(.unknownColumn, "there is no column \(column), only \(names)", sql: statement.text)
    }

    private func check() throws(SQLError) {
        guard isCurrent else { throw SQLError(.misuse, "a row is used after its closure returned") }
    }
}
