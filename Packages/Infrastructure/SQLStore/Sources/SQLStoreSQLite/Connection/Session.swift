import SQLStoreAPI

/// What a closure of `read` or `write` works with, valid as long as it runs.
final class Session: SQLWriting {
    private let connection: Connection
    private let cancellation: Cancellation?
    private var isCurrent = true
    private var depth = 0
    /// The error after which the library rolled everything back by itself.
    private var fatalError: SQLError?

    init(_ connection: Connection) {
        self.connection = connection
        cancellation = connection.cancellation
    }

    func expire() { isCurrent = false }

    func scan(_ sql: SQL, _ visit: (any SQLRow) throws -> SQLScan) throws {
        try use(sql) { statement in
            let row: any SQLRow = Row(statement)
            while try step(statement) {
                if try visit(row) == .stop { return }
            }
        }
    }

    func run(_ sql: SQL) throws(SQLError) -> SQLChange {
        do {
            return try use(sql) { statement in
                let before = connection.totalChanges
                while try step(statement) {}
                // A statement that changes no row leaves the count of the last
                // one that did.
                let isChanging = connection.totalChanges != before
                return SQLChange(rowsChanged: isChanging ? connection.lastChanges : 0)
            }
        } catch let error as SQLError {
            throw error
        } catch {
            throw SQLError(.other, "\(error)")
        }
    }

    func savepoint<Value>(_ body: (any SQLWriting) throws -> Value) throws -> Value {
        try check()
        depth += 1
        defer { depth -= 1 }
        let name = "s\(depth)"
        try control("SAVEPOINT \(name)")
        do {
            let value = try body(self)
            try check()
            try control("RELEASE \(name)")
            return value
        } catch {
            if connection.isInTransaction { try control("ROLLBACK TO \(name); RELEASE \(name)") }
            throw error
        }
    }

    private func control(_ text: String) throws(SQLError) {
        connection.isPrivileged = true
        defer { connection.isPrivileged = false }
        try connection.script(text)
    }

    @inline(__always)
    private func use<Value>(_ sql: SQL, _ body: (Statement) throws -> Value) throws -> Value {
        try check()
        return try connection.statement(sql.form).use(sql.form, body)
    }

    /// Refuses to go on outside of the closure, once the task is cancelled, or
    /// after the library rolled the transaction back: what follows would be
    /// committed on its own.
    func check() throws(SQLError) {
        guard isCurrent else { throw SQLError(.misuse, "the database is used after its closure returned") }
        if let fatalError { throw fatalError }
        try cancellation?.check()
    }

    private func step(_ statement: Statement) throws(SQLError) -> Bool {
        do {
            return try statement.step()
        } catch {
            // Of some errors (disk full, input/output, memory, interruption)
            // SQLite rolls back the whole transaction.
            if !connection.isInTransaction { fatalError = error }
            throw error
        }
    }
}
