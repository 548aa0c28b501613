import SQLStoreAPI
import SQLStoreCore

/// Locks of a name, which the server keeps by numbers.
enum AdvisoryLock {
    /// The number of a name.
    ///
    /// Two names of the same number wait for each other, and
    /// nothing worse.
    static func key(of name: String) -> Int64 {
        // Apart from whatever else uses the database.
        Int64(bitPattern: FNV.hash(of: "essential \(name)"))
    }
}

extension Connection {
    /// Waits for the locks of these names, and holds them beyond any transaction.
    ///
    /// All are taken in one order, so that nobody waits in a circle.
    func take(_ names: Set<String>) throws(SQLError) {
        guard !names.isSubset(of: locks) else { return }
        releaseLocks()
        for name in names.sorted() {
            try run(("SELECT pg_advisory_lock(\(AdvisoryLock.key(of: name)))" as SQL).form)
            locks.insert(name)
        }
    }

    /// Gives all locks back.
    ///
    /// What fails here ends the connection, and the locks
    /// with it.
    func releaseLocks() {
        guard !locks.isEmpty else { return }
        locks = []
        let operation = cancellation
        cancellation = nil
        defer { cancellation = operation }
        do throws(SQLError) {
            try script("SELECT pg_advisory_unlock_all()")
        } catch {
            breakOff()
        }
    }
}
