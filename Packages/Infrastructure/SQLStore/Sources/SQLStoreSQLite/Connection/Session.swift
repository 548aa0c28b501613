import SQLStoreAPI
import SQLStoreCore

/// What a closure of `read` or `write` works with, valid as long as it runs.
final class Session: SQLWriting {
    private let connection: Connection
    private let cancellation: Cancellation?
    /// Those in whose transaction it is a guest.
    private let host: CommitGroup?
    private var isCurrent = true
    private var depth = 0
    /// The error after which the transaction can only be undone.
    private var failure: SQLError?
    /// What it leaves for after the commit.
    private(set) var aftermath = Aftermath()

    init(_ connection: Connection, guestOf host: CommitGroup? = nil) {
        self.connection = connection
        self.host = host
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
        let name = "s\(depth)", before = aftermath.extent
        try control("SAVEPOINT \(name)")
        do {
            let value = try body(self)
            try check()
            try control("RELEASE \(name)")
            return value
        } catch {
            aftermath.cut(to: before)
            if connection.isInTransaction {
                try control("ROLLBACK TO \(name); RELEASE \(name)")
                failure = nil
            }
            throw error
        }
    }

    func nextNumber(of series: SQLSeries) throws(SQLError) -> Int {
        var latest = 0
        for question in series.latest { latest = max(latest, try number(question) ?? 0) }
        let (next, isOver) = latest.addingReportingOverflow(1)
        guard !isOver else { throw SQLError(.tooLarge, "\(series.name) has no number after the greatest there is") }
        return next
    }

    /// Nobody else writes meanwhile, nor while the actions after the commit run; but those of whom this is a guest have
    /// theirs still before them.
    func lock(_ name: String) throws(SQLError) {
        try check()
        if let host, host.hasAftermath { throw host.dismiss() }
    }

    /// Nobody else writes meanwhile.
    var claimClause: SQL { "" }

    func afterCommit(_ action: @escaping @Sendable () -> Void) throws(SQLError) {
        try check()
        aftermath.add(action)
    }

    func signal(_ topic: SQLTopic, _ payload: String) throws(SQLError) {
        try check()
        try aftermath.add(payload, about: topic)
    }

    private func number(_ question: SQL) throws(SQLError) -> Int? {
        do {
            return try value(question, as: Int?.self) ?? nil
        } catch {
            throw error as? SQLError ?? SQLError(.other, "\(error)")
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
        try host?.checkTime()
        return try statement(sql).use(sql.form, body)
    }

    private func statement(_ sql: SQL) throws(SQLError) -> Statement {
        do {
            return try connection.statement(sql.form)
        } catch {
            failure = error
            throw error
        }
    }

    /// Refuses to go on outside of the closure, once the task is cancelled, or
    /// after a statement failed.
    ///
    /// Of some errors (disk full, input/output, memory, interruption) SQLite
    /// rolls the whole transaction back, and what follows would be committed on
    /// its own. After others it would go on, but PostgreSQL doesn't, and what was
    /// written for the one has to run on the other.
    func check() throws(SQLError) {
        guard isCurrent else { throw SQLError(.misuse, "the database is used after its closure returned") }
        if let failure { throw failure }
        try host?.check()
        try cancellation?.check()
    }

    private func step(_ statement: Statement) throws(SQLError) -> Bool {
        do {
            return try statement.step()
        } catch {
            failure = error
            throw error
        }
    }
}
