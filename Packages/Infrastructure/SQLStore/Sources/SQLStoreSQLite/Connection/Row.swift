import FoundationEssentials
import SQLStoreAPI

/// The present row of a statement.
///
/// What is asked of it for each column is inlined into what the protocol calls.
struct Row: SQLRow {
    private let statement: Statement
    /// The use of the statement that it belongs to.
    private let use: Int

    /// The rows of a statement that is in use.
    init(_ statement: Statement) {
        self.statement = statement
        use = statement.pastUses
    }

    private var isCurrent: Bool { statement.pastUses == use }

    var columnNames: [String] { isCurrent ? statement.columnNames.all : [] }

    @inline(__always)
    func value(at index: Int) throws(SQLError) -> SQLValue {
        try check()
        let value = statement.value(at: index)
        if case .null = value { try check(index) }
        return value
    }

    @inline(__always)
    func uuid(at index: Int) throws(SQLError) -> UUID? {
        try check()
        if let uuid = statement.uuid(at: index) { return uuid }
        try check(index)
        return nil
    }

    func index(of column: String) throws(SQLError) -> Int {
        try check()
        let names = statement.columnNames
        guard let index = names.index(of: column, expected: statement.expectedColumn) else {
            let known = names.all.joined(separator: ", ")
            throw SQLError(.unknownColumn, "there is no column \(column), only \(known)", sql: statement.text)
        }
        statement.expectedColumn = index + 1
        return index
    }

    private func check(_ index: Int) throws(SQLError) {
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
