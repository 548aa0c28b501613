import SQLStoreAPI

/// A statement that the server has prepared on a connection.
final class PreparedStatement {
    let name: String
    let text: String
    fileprivate let fingerprint: UInt64
    fileprivate let shape: ContiguousArray<UInt64>
    /// When it was used last, counted in uses of all statements.
    fileprivate var lastUse = 0

    fileprivate init(_ form: SQLForm, name: String, text: String) {
        self.name = name
        self.text = text
        fingerprint = form.fingerprint
        shape = form.shape
    }
}

/// The statements that are prepared on a connection, the most recently used ones.
struct StatementCache {
    private static let capacity = 200

    private var statements: [UInt64: PreparedStatement] = [:]
    private var uses = 0
    private var names = 0

    /// The statement, if it is prepared.
    mutating func statement(_ form: SQLForm) -> PreparedStatement? {
        // That one is run for another of the same fingerprint must be impossible.
        guard let statement = statements[form.fingerprint], form.hasShape(statement.shape) else { return nil }
        uses += 1
        statement.lastUse = uses
        return statement
    }

    /// Keeps a statement that is about to be prepared.
    ///
    /// - Returns: The statement, and one that isn't kept any more.
    mutating func add(_ form: SQLForm, text: String) -> (PreparedStatement, old: PreparedStatement?) {
        names += 1
        uses += 1
        let new = PreparedStatement(form, name: "s\(names)", text: text)
        new.lastUse = uses
        var old = statements.updateValue(new, forKey: new.fingerprint)
        if statements.count > Self.capacity, let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            old = statements.removeValue(forKey: oldest.key)
        }
        return (new, old)
    }

    /// Forgets a statement that could not be prepared.
    mutating func remove(_ statement: PreparedStatement) { statements[statement.fingerprint] = nil }
}
