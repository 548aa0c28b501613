/// Compiled statements by their text, the most recently used ones.
///
/// A statement in use isn't in the cache: the same text used while its rows are
/// being read compiles a second statement.
struct StatementCache {
    private let capacity: Int
    private var statements: [String: (statement: Statement, lastUse: Int)] = [:]
    private var uses = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func take(_ text: String) -> Statement? {
        statements.removeValue(forKey: text)?.statement
    }

    mutating func put(_ statement: Statement) {
        uses += 1
        if statements.count >= capacity, statements[statement.text] == nil,
            let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            statements[oldest.key] = nil
        }
        statements[statement.text] = (statement, uses)
    }

    mutating func removeAll() {
        statements.removeAll()
    }
}
