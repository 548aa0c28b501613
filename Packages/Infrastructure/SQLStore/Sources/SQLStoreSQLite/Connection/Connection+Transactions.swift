import SQLStoreAPI

extension Connection {
    /// Calls `body` with a snapshot.
    func snapshot<Value>(_ body: (Session) throws -> Value) throws -> Value {
        try run("BEGIN")
        defer { rollBack() }
        return try restricted(body)
    }

    /// Calls `body` in a transaction, and commits.
    func transaction<Value>(_ body: (Session) throws -> Value) throws -> Value {
        try run("BEGIN IMMEDIATE")
        do {
            let value = try restricted(body)
            // From here on the outcome is the library's to decide: cancelling
            // would leave the caller in doubt.
            cancellation = nil
            try run("COMMIT")
            return value
        } catch {
            rollBack()
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

    /// Ends a transaction without a trace, even if the operation is cancelled.
    func rollBack() {
        cancellation = nil
        // The library may have done it already.
        if isInTransaction { try? run("ROLLBACK") }
    }
}
