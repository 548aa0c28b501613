import SQLStoreAPI
import SQLStoreCore

/// What a closure of `read` or `write` works with, valid as long as it runs.
final class Session: SQLWriting {
    /// Why a transaction begins anew, whatever its closure made of it.
    enum Restart: Error {
        /// It has to hold the lock before its snapshot is taken.
        case lock(String)
        /// Numbers of the series have to be counted first.
        case series(SQLSeries)
        /// Others came between.
        case conflict(SQLError)
    }

    private let connection: Connection
    private let cancellation: Cancellation?
    private let counters: Counters
    private var isCurrent = true
    private var depth = 0
    /// The error after which the transaction can only be undone.
    private var failure: SQLError?
    /// Why it has to begin anew: no savepoint helps.
    private(set) var restart: Restart?
    /// What it leaves for after the commit.
    private(set) var aftermath = Aftermath()

    init(_ connection: Connection, _ counters: Counters) {
        self.connection = connection
        self.counters = counters
        cancellation = connection.cancellation
    }

    func expire() { isCurrent = false }

    func scan(_ sql: SQL, _ visit: (any SQLRow) throws -> SQLScan) throws {
        let result = try use(sql)
        defer { result.visited = nil }
        for position in 0..<result.rowCount {
            result.visited = position
            if try visit(Row(result: result, position: position)) == .stop { return }
        }
    }

    func run(_ sql: SQL) throws(SQLError) -> SQLChange {
        SQLChange(rowsChanged: try use(sql).rowsChanged)
    }

    func savepoint<Value>(_ body: (any SQLWriting) throws -> Value) throws -> Value {
        try check()
        depth += 1
        defer { depth -= 1 }
        let name = "s\(depth)", before = aftermath.extent
        try attempt { () throws(SQLError) in try connection.script("SAVEPOINT \(name)") }
        do {
            let value = try body(self)
            try check()
            try attempt { () throws(SQLError) in try connection.script("RELEASE \(name)") }
            return value
        } catch {
            aftermath.cut(to: before)
            if restart == nil, !connection.isBroken {
                failure = nil
                try attempt { () throws(SQLError) in
                    try connection.script("ROLLBACK TO \(name); RELEASE \(name)")
                }
            }
            throw error
        }
    }

    func nextNumber(of series: SQLSeries) throws(SQLError) -> Int {
        try check()
        guard counters.has(series) else { throw begin(anew: .series(series)) }
        let number = try attempt { () throws(SQLError) in
            try connection.run(("SELECT nextval(\(Counters.name(of: series)))" as SQL).form)
        }
        guard case .integer(let value) = number.value(row: 0, column: 0) else {
            throw SQLError(.other, "the sequence of \(series.name) gives no number")
        }
        return Int(value)
    }

    func lock(_ name: String) throws(SQLError) {
        try check()
        if !connection.locks.contains(name) { throw begin(anew: .lock(name)) }
    }

    var claimClause: SQL { "FOR UPDATE SKIP LOCKED" }

    func afterCommit(_ action: @escaping @Sendable () -> Void) throws(SQLError) {
        try check()
        aftermath.add(action)
    }

    func signal(_ topic: SQLTopic, _ payload: String) throws(SQLError) {
        try check()
        try aftermath.add(payload, about: topic)
    }

    // MARK: - Failures

    private func use(_ sql: SQL) throws(SQLError) -> ResultSet {
        try check()
        return try attempt { () throws(SQLError) in try connection.run(sql.form) }
    }

    @discardableResult
    private func attempt(_ body: () throws(SQLError) -> ResultSet) throws(SQLError) -> ResultSet {
        do {
            return try body()
        } catch {
            failure = error
            if error.isConflict || error.isEndOfConnection || error.isAboutPreparedStatement {
                restart = restart ?? .conflict(error)
            }
            throw error
        }
    }

    /// Refuses all that comes until the transaction has begun anew.
    private func begin(anew restart: Restart) -> SQLError {
        let error = SQLError(.busy, "the transaction begins anew")
        self.restart = self.restart ?? restart
        failure = error
        return error
    }

    /// Refuses to go on outside of the closure, once the task is cancelled, or
    /// after a statement failed.
    func check() throws(SQLError) {
        guard isCurrent else { throw SQLError(.misuse, "the database is used after its closure returned") }
        if let failure { throw failure }
        try cancellation?.check()
    }
}
