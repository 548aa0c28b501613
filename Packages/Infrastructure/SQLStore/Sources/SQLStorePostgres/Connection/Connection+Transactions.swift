import SQLStoreAPI
import SQLStoreCore

/// What came of a transaction.
enum Attempt<Value: Sendable>: Sendable {
    case committed(Value)
    /// Others came between: it is worth another attempt, with these locks.
    case conflict(SQLError, locks: Set<String>)
    /// The connection was lost while it committed.
    case inDoubt(Doubt<Value>)
}

/// A transaction of which nobody knows yet whether it is committed.
struct Doubt<Value: Sendable>: Sendable {
    /// By what the server knows it.
    let transaction: String
    /// What its closure returned.
    let value: Value
    let aftermath: Aftermath
    let error: SQLError
    /// The locks that it held.
    let locks: Set<String>
}

extension Connection {
    /// Calls `body` with a snapshot.
    ///
    /// A snapshot is consistent in itself, so no serializable transaction is
    /// needed, which might have to begin anew.
    ///
    /// - Returns: Nil if the connection was lost before `body` was called.
    func snapshot<Value>(_ counters: Counters, _ body: (Session) throws -> Value) throws -> Value? {
        do throws(SQLError) {
            try script("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        } catch {
            if error.isEndOfConnection { return nil }
            throw error
        }
        defer { rollBack() }
        return try restricted(Session(self, counters), body)
    }

    /// Calls `body` in a transaction, and commits.
    ///
    /// - Parameters:
    ///   - locks: Those that it is known to need.
    ///   - finish: Is called with what the transaction left for after its commit,
    ///     while it still holds its locks.
    func transaction<Value>(
        _ manner: SQLManner, locks: Set<String>, _ counters: Counters, announce: (Aftermath) throws(SQLError) -> Void,
        finish: (Aftermath) -> Void, _ body: (Session) throws -> Value
    ) throws -> Attempt<Value> {
        var locks = locks
        defer { releaseLocks() }
        while true {
            let session = Session(self, counters)
            do {
                try take(locks)
                let transaction = try begin(manner), value = try restricted(session, body)
                try announce(session.aftermath)
                // From here on the outcome is the server's to decide: cancelling
                // would leave the caller in doubt.
                cancellation = nil
                if let error = try commit() {
                    return .inDoubt(
                        Doubt(
                            transaction: transaction, value: value, aftermath: session.aftermath, error: error,
                            locks: locks))
                }
                finish(session.aftermath)
                return .committed(value)
            } catch {
                rollBack()
                switch session.restart {
                case .lock(let name): locks.insert(name)
                case .series(let series): try counters.begin(series, over: self)
                case .conflict(let error): return .conflict(error, locks: locks)
                case nil:
                    guard let error = error as? SQLError, error.isConflict || error.isEndOfConnection else {
                        throw error
                    }
                    return .conflict(error, locks: locks)
                }
            }
        }
    }

    /// - Returns: By what the server knows the transaction.
    /// - Throws: `readOnly`, and ends the connection, if the server only reads, as some do while their disk is nearly
    ///   full: a session stays as it began.
    private func begin(_ manner: SQLManner) throws(SQLError) -> String {
        let isolation = manner.isolation == .exclusive ? "SERIALIZABLE" : "READ COMMITTED"
        let durability = manner.durability == .soon ? "SET LOCAL synchronous_commit = off;" : ""
        let result = try script(
            """
            BEGIN ISOLATION LEVEL \(isolation); \(durability)
            SELECT CASE current_setting('transaction_read_only') WHEN 'off' THEN pg_current_xact_id()::text END
            """)
        guard let transaction = result.text else {
            breakOff()
            throw SQLError(.readOnly, "the database takes no changes: its transactions are read-only")
        }
        return transaction
    }

    /// - Returns: The error that leaves open what came of it.
    private func commit() throws(SQLError) -> SQLError? {
        do throws(SQLError) {
            let result = try script("COMMIT")
            guard result.command == "COMMIT" else {
                throw SQLError(.other, "the transaction was undone: \(result.command)")
            }
            return nil
        } catch {
            guard isBroken else { throw error }
            return error
        }
    }

    private func restricted<Value>(_ session: Session, _ body: (Session) throws -> Value) throws -> Value {
        defer { session.expire() }
        let value = try body(session)
        try session.check()
        return value
    }

    /// Ends a transaction without a trace, even if the operation is cancelled.
    func rollBack() {
        guard !isBroken, isInTransaction else { return }
        let operation = cancellation
        cancellation = nil
        defer { cancellation = operation }
        do throws(SQLError) {
            try script("ROLLBACK")
        } catch {
            breakOff()
        }
    }
}
