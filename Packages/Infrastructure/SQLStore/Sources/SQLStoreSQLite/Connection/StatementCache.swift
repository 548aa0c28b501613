import SQLStoreAPI

/// Compiled statements, the most recently used ones.
///
/// A text that is used once more while its rows are being read is compiled a
/// second time, for that use only.
struct StatementCache {
    private let capacity: Int
    private var statements: [SQLForm: Statement] = [:]
    private var uses = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The statement, if there is one that isn't in use.
    mutating func statement(_ form: SQLForm) -> Statement? {
        guard let statement = statements[form], !statement.isInUse else { return nil }
        uses += 1
        statement.lastUse = uses
        return statement
    }

    mutating func add(_ statement: Statement, as form: SQLForm) {
        if statements.count >= capacity, statements[form] == nil,
            let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            statements[oldest.key] = nil
        }
        uses += 1
        statement.lastUse = uses
        statements[form] = statement
    }

    mutating func removeAll() {
        statements.removeAll()
    }
}
