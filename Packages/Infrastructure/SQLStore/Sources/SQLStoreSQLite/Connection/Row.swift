import FoundationEssentials
import SQLStoreAPI

/// The present row of a statement.
final class Row: SQLRow {
    private let statement: Statement
    private var isCurrent = true
    /// The column that comes after the one that was asked for last: rows are
    /// mostly read in order.
    private var expected = 0

    init(_ statement: Statement) {
        self.statement = statement
    }

    func expire() { isCurrent = false }

    var columnNames: [String] { isCurrent ? statement.columnNames.all : [] }

    func value(at index: Int) throws(SQLError) -> SQLValue {
        try check(index)
        return statement.value(at: index)
    }

    func uuid(at index: Int) throws(SQLError) -> UUID? {
        try check(index)
        return statement.uuid(at: index)
    }

    func index(of column: String) throws(SQLError) -> Int {
        try check()
        let names = statement.columnNames
        guard let index = names.index(of: column, expected: expected) else {
            let known = names.all.joined(separator: ", ")
            throw SQLError(.unknownColumn, "there is no column \(column), only \(known)", sql: statement.text)
        }
        expected = index + 1
        return index
    }

    private func check(_ index: Int) throws(SQLError) {
        try check()
        let count = statement.columnCount
        guard index >= 0, index < count else {
            throw SQLError(.unknownColumn, "there is no column \(index), only \(count)", sql: statement.text)
        }
    }

    private func check() throws(SQLError) {
        guard isCurrent else { throw SQLError(.misuse, "a row is used after its closure returned") }
    }
}

/// The names of a result's columns.
struct ColumnNames {
    let all: [String]
    private let areUnique: Bool

    init(_ names: [String]) {
        all = names
        areUnique = Set(names).count == names.count
    }

    /// The first column of a name.
    ///
    /// - Parameter expected: Where it probably is.
    func index(of name: String, expected: Int) -> Int? {
        if areUnique, expected < all.count, all[expected] == name { return expected }
        return all.firstIndex(of: name)
    }
}
