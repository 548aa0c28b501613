package import SQLStoreAPI

/// A table as an engine describes it.
package struct StoredTable: Hashable, Sendable {
    package let name: String
    /// All of them, in the order of the table.
    package let columns: [String]
    /// Those of the primary key; none where it has none.
    package let key: [String]

    package init(name: String, columns: [String], key: [String]) {
        (self.name, self.columns, self.key) = (name, columns, key)
    }
}

extension [StoredTable] {
    /// Adds a column to the table that comes last, or begins a table.
    ///
    /// - Parameter place: Its place in the primary key; nil if it is no part of it. Keys are of
    ///   columns in the order of the table.
    package mutating func append(column: String, isKey: Bool, to table: String) {
        let known = last?.name == table ? removeLast() : StoredTable(name: table, columns: [], key: [])
        append(
            StoredTable(name: table, columns: known.columns + [column], key: isKey ? known.key + [column] : known.key))
    }
}

/// A connection over which a whole database is copied, from it or to it, by one who has the database
/// alone; used on one thread only.
package protocol CopyableConnection: PooledConnection {
    /// The tables of the database, the engine's own left out, in the order in which they were made.
    func tables() throws(SQLError) -> [StoredTable]

    /// Begins a transaction that sees one state of the database, and keeps everybody else from
    /// changing it until it ends.
    func beginSnapshot() throws(SQLError)

    /// Begins a transaction that changes the database.
    func beginChanges() throws(SQLError)

    /// Ends such a transaction; its changes are on disk then.
    func commitChanges() throws(SQLError)

    /// Ends a transaction, if there is one, without a trace.
    func rollBack()

    /// Makes the record of migrations, and what has to be there before the first.
    func makeRecord() throws(SQLError)

    /// Takes away what ``makeRecord()`` made.
    func removeRecord() throws(SQLError)

    /// Changes the tables as a migration says, in the words for this engine.
    func apply(statementsOf migration: Migration) throws(SQLError)

    /// Runs a statement, whose rows are dropped.
    func change(_ sql: SQL) throws(SQLError)

    /// Calls `visit` with each row that a query gives, a few of them in memory at a time.
    ///
    /// - Throws: What `visit` throws; `typeMismatch` for a text that isn't UTF-8.
    func scan(_ query: String, _ visit: ([SQLValue]) throws -> Void) throws

    /// Has the engine get to know what was copied, so that it finds its way.
    func analyze() throws(SQLError)
}

/// What is kept in a database while it is being copied to.
package enum CopyRecord {
    /// The table that is there until the copy is complete.
    package static let table = "database_copy"

    /// The error of a database that only a copy may use.
    package static var unfinished: SQLError {
        SQLError(.unfinishedCopy, "the database has the table \(table): a copy to it isn't complete")
    }
}
