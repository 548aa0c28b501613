import SQLStoreAPI

/// Compiled statements, the most recently used ones.
///
/// A text that is used once more while its rows are being read is compiled a
/// second time, for that use only.
struct StatementCache {
    private let capacity: Int
    private var statements: [SQLForm.Fingerprint: Statement] = [:]
    private var latest: Statement?
    private var uses = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The statement, if there is one that isn't in use.
    mutating func statement(_ fingerprint: SQLForm.Fingerprint) -> Statement? {
        // Many rows are written by one statement, and looked up by one.
        let statement = latest?.fingerprint == fingerprint ? latest : statements[fingerprint]
        guard let statement, !statement.isInUse else { return nil }
        uses += 1
        statement.lastUse = uses
        latest = statement
        return statement
    }

    mutating func add(_ statement: Statement) {
        guard let fingerprint = statement.fingerprint else { return }
        if statements.count >= capacity, let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            statements[oldest.key] = nil
        }
        uses += 1
        statement.lastUse = uses
        statements[fingerprint] = statement
        latest = statement
    }

    mutating func removeAll() {
        statements.removeAll()
        latest = nil
    }
}
