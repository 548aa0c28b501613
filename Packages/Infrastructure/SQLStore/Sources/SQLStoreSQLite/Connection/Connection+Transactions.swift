import SQLStoreAPI

extension Connection {
    /// Calls `body` with a snapshot.
    func snapshot<Value>(_ body: (Session) throws -> Value) throws -> Value {
        try run("BEGIN")
        defer {
            // Nothing was written, so there is nothing to lose.
            if isInTransaction { try? finish("ROLLBACK") }
        }
        return try restricted(body)
    }

    /// Calls `body` in a transaction, and commits.
    func transaction<Value>(_ body: (Session) throws -> Value) throws -> Value {
        try run("BEGIN IMMEDIATE")
        do {
            let value = try restricted(body)
            // From here on the outcome is the library's to decide: cancelling
            // would leave the caller in doubt.
            try finish("COMMIT")
            return value
        } catch {
            if isInTransaction { try? finish("ROLLBACK") }
            throw error
        }
    }

    private func restricted<Value>(_ body: (Session) throws -> Value) throws -> Value {
        let session = Session(self)
        isPrivileged = false
        defer {
            session.expire()
            isPrivileged = true
        }
        let value = try body(session)
        try session.check()
        return value
    }

    private func finish(_ sql: SQL) throws(SQLError) {
        cancellation = nil
        try run(sql)
    }
}
