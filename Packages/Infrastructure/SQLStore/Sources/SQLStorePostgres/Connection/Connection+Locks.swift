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
    /// Whether it succeeds or not, ``releaseLocks()`` comes after it.
    ///
    /// All are taken in one order, so that nobody waits in a circle.
    func take(_ names: Set<String>) throws(SQLError) {
        guard !names.isSubset(of: locks) else { return }
        releaseLocks()
        for name in names.sorted() {
            // Before it is known: a lock that is cancelled as it is granted stays.
            locks.insert(name)
            try run(("SELECT pg_advisory_lock(\(AdvisoryLock.key(of: name)))" as SQL).form)
        }
    }

    /// Gives all locks back.
    ///
    /// What fails here ends the connection, and the locks
    /// with it.
    func releaseLocks() {
        guard !locks.isEmpty else { return }
        // Not all that the session holds: what a server works by is among it.
        let calls = locks.map { "pg_advisory_unlock(\(AdvisoryLock.key(of: $0)))" }
        locks = []
        let operation = cancellation
        cancellation = nil
        defer { cancellation = operation }
        do throws(SQLError) {
            try script("SELECT " + calls.joined(separator: ", "))
        } catch {
            breakOff()
        }
    }
}
