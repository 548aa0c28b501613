import CSQLite
import SQLStoreAPI
package import SQLStoreCore

extension Connection {
    /// Calls `body` with a snapshot.
    func snapshot<Value>(_ body: (Session) throws -> Value) throws -> Value {
        try run("BEGIN")
        defer { rollBack() }
        return try restricted(Session(self), body)
    }

    /// Calls `body` in the transaction of the present group, which is committed
    /// when this has returned: see ``perform(_:with:)``.
    ///
    /// - Parameter follow: Is called after the commit with what is left for then.
    /// - Returns: What `body` returned; what becomes of it, the commit decides.
    func transaction<Value>(
        _ durability: SQLManner.Durability, _ follow: @escaping (Aftermath) -> Void,
        _ body: (Session) throws -> Value
    ) throws -> Value {
        if isInTransaction { return try join(durability, follow, body) }
        try become(durability)
        try run("BEGIN IMMEDIATE")
        group.begin(durability)
        do {
            let session = Session(self)
            let value = try restricted(session, body)
            group.leave(session.aftermath, follow)
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Calls `body` as a guest in a transaction that another write began.
    private func join<Value>(
        _ durability: SQLManner.Durability, _ follow: @escaping (Aftermath) -> Void,
        _ body: (Session) throws -> Value
    ) throws -> Value {
        guard group.satisfies(durability) else { throw group.dismiss() }
        try run("SAVEPOINT guest")
        do {
            let session = Session(self, guestOf: group)
            let value = try restricted(session, body)
            // Another guest's rows must not make up for those that it lacks.
            if hasUnresolvedReferences { throw group.dismiss() }
            try run("RELEASE guest")
            group.leave(session.aftermath, follow)
            return value
        } catch {
            undoGuest()
            throw error
        }
    }

    private func undoGuest() {
        cancellation = nil
        // After some failures the library has undone the whole transaction.
        guard isInTransaction else { return }
        do throws(SQLError) {
            try run("ROLLBACK TO guest")
            try run("RELEASE guest")
        } catch {
            rollBack()
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
        effort.limit = nil
        // The library may have done it already.
        if isInTransaction { try? run("ROLLBACK") }
    }
}

// MARK: - Commits

extension Connection {
    /// Does a write, and with it those that wait, up to the limits of a group.
    ///
    /// What can't be committed together is done again, each write alone: a guest's failure may have ended the
    /// transaction, and one write too many for the disk must not take the others with it.
    package func perform(_ first: Operation<Connection>, with next: () -> Operation<Connection>?) {
        var leader: Operation<Connection>? = first
        while let operation = leader { leader = commitGroup(of: operation, with: next) }
    }

    /// - Returns: The guest that has to begin a transaction of its own.
    private func commitGroup(
        of leader: Operation<Connection>, with next: () -> Operation<Connection>?
    ) -> Operation<Connection>? {
        let group = CommitGroup(groupLimits)
        self.group = group
        var candidate: Operation<Connection>? = leader
        while let operation = candidate {
            let completion = operation.attempt(on: .success(self))
            if group.isDismissing { break }
            group.add(operation, completion)
            candidate = isInTransaction && !hasUnresolvedReferences && group.hasRoom ? next() : nil
        }
        conclude(group)
        group.dissolve()
        return candidate
    }

    private func conclude(_ group: CommitGroup) {
        do throws(SQLError) {
            if isInTransaction {
                try run("COMMIT")
                group.follow()
                boundLog()
            } else if group.members.count > 1 {
                throw SQLError(.other, "the transaction was undone")
            }
            for member in group.members { member.answer() }
        } catch {
            rollBack()
            guard group.members.count > 1 else {
                for member in group.members { member.operation.perform(on: .failure(error))() }
                return
            }
            for member in group.members { _ = commitGroup(of: member.operation) { nil } }
        }
    }

    /// Whether rows refer to others that have to be there by the commit, and aren't yet.
    private var hasUnresolvedReferences: Bool {
        var count: Int32 = 0, highest: Int32 = 0
        let code = try? unsafe withHandle { (handle) throws(SQLError) in
            unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
        }
        return code != SQLITE_OK || count > 0
    }
}
