import SQLStoreAPI

/// Compiled statements, the most recently used ones.
///
/// A text that is used once more while its rows are being read is compiled a
/// second time, for that use only.
final class StatementCache {
    private let capacity: Int
    private var statements: [UInt64: Statement] = [:]
    private var latest: Statement?
    private var uses = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The statement, if there is one that isn't in use.
    func statement(_ form: SQLForm) -> Statement? {
        // Many rows are written by one statement, and looked up by one.
        if let latest, latest.fits(form) { return noteUse(of: latest) }
        // Two forms of the same fingerprint aren't likely; that one is run for the
        // other must be impossible.
        guard let statement = statements[form.fingerprint], statement.fits(form) else { return nil }
        latest = statement
        return noteUse(of: statement)
    }

    /// Keeps a statement that was compiled of the form.
    func add(_ statement: Statement, for form: SQLForm) {
        if statements.count >= capacity, let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            statements[oldest.key] = nil
        }
        statements[form.fingerprint] = statement
        latest = noteUse(of: statement)
    }

    private func noteUse(of statement: Statement) -> Statement? {
        guard !statement.isInUse else { return nil }
        uses += 1
        statement.lastUse = uses
        return statement
    }

    /// The statements' texts.
    var texts: [String] { statements.values.map(\.text) }

    func removeAll() {
        statements.removeAll()
        latest = nil
    }
}
