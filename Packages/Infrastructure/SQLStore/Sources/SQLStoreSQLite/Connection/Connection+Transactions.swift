import SQLStoreAPI
import SQLStoreCore

extension Connection {
    /// Calls `body` with a snapshot.
    func snapshot<Value>(_ body: (Session) throws -> Value) throws -> Value {
        try run("BEGIN")
        defer { rollBack() }
        return try restricted(Session(self), body)
    }

    /// Calls `body` in a transaction, and commits.
    ///
    /// No other writes meanwhile, whatever the manner, so nothing ever begins
    /// anew.
    ///
    /// - Returns: What `body` returned, and what it left for now.
    func transaction<Value>(
        _ durability: SQLManner.Durability, _ body: (Session) throws -> Value
    ) throws -> (Value, Aftermath) {
        try become(durability)
        try run("BEGIN IMMEDIATE")
        do {
            let session = Session(self)
            let value = try restricted(session, body)
            // From here on the outcome is the library's to decide: cancelling
            // would leave the caller in doubt.
            cancellation = nil
            try run("COMMIT")
            return (value, session.aftermath)
        } catch {
            rollBack()
            throw error
        }
    }

    /// Has the next commits be synchronised, or not.
    ///
    /// Those that aren't are in order all the same: the next one that is
    /// synchronises all that stands before it in the log.
    private func become(_ durability: SQLManner.Durability) throws(SQLError) {
        guard durability != self.durability else { return }
        try run(durability == .durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        self.durability = durability
    }

    private func restricted<Value>(_ session: Session, _ body: (Session) throws -> Value) throws -> Value {
        isPrivileged = false
        defer {
            session.expire()
            isPrivileged = true
        }
        let value = try body(session)
        try session.check()
        return value
    }

    /// Ends a transaction without a trace, even if the operation is cancelled.
    package func rollBack() {
        cancellation = nil
        // The library may have done it already.
        if isInTransaction { try? run("ROLLBACK") }
    }
}
