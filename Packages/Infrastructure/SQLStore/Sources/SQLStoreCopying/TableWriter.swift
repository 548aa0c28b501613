import CryptographyAPI
import SQLStoreAPI
import SQLStoreCore

/// Adds rows to a table of the database that takes a copy, some at a time, and notes how far that is.
struct TableWriter {
    /// What one statement adds, so that memory and the engines' limits for values (32766 in SQLite) are kept.
    private static let rowsAtATime = 100
    private static let valuesAtATime = 3_000
    private static let bytesAtATime = 1 << 20
    /// What may have to be done again after a kill.
    private static let rowsInATransaction = 5_000

    /// The digest over all rows so far.
    private(set) var digest: RowDigest

    private let table: StoredTable
    private let insertion: SQL
    private let target: any CopyableConnection
    private let tables: TargetTables
    private let hashing: any Hashing
    private let limit: Int
    private var rows: [[SQLValue]] = []
    private var bytes = 0
    private var uncommitted = 0

    /// - Parameter done: The digest over the rows that are there.
    init(
        _ table: StoredTable, in target: any CopyableConnection, _ tables: TargetTables, behind done: RowDigest,
        _ hashing: any Hashing
    ) {
        (self.table, self.target, self.tables, self.hashing) = (table, target, tables, hashing)
        digest = done
        insertion = table.insertion
        limit = min(Self.rowsAtATime, max(Self.valuesAtATime / max(table.columns.count, 1), 1))
    }

    /// Adds a row, in a transaction that is open.
    mutating func add(_ row: [SQLValue]) throws {
        try digest.add(row, hashing)
        rows.append(row)
        bytes += row.reduce(0) { $0 + $1.size }
        guard rows.count >= limit || bytes >= Self.bytesAtATime else { return }
        try write()
        guard uncommitted >= Self.rowsInATransaction else { return }
        try commit()
        try target.beginChanges()
    }

    /// Adds what is still missing, and ends the transaction.
    mutating func finish() throws {
        try write()
        try commit()
    }

    private mutating func commit() throws(SQLError) {
        try tables.note(TargetTables.Mark(rows: digest.rows, digest: digest.text), of: table.name)
        try target.commitChanges()
        uncommitted = 0
    }

    private mutating func write() throws {
        guard !rows.isEmpty else { return }
        var statement = insertion
        statement.append(rows: rows)
        do throws(SQLError) {
            try target.change(statement)
        } catch {
            let last = digest.rows
            guard error.isAboutValues else { throw error }
            throw CopyObstacle.unfit(table: table.name, rows: last - rows.count + 1...last, reason: error.message)
        }
        uncommitted += rows.count
        rows.removeAll(keepingCapacity: true)
        bytes = 0
    }
}

extension SQLValue {
    /// About how many bytes it takes.
    fileprivate var size: Int {
        switch self {
        case .null, .integer, .real: 8
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}

extension SQLError {
    /// Whether it is what is written that can't be, and not the database.
    fileprivate var isAboutValues: Bool {
        [
            .notAllowed, .constraintViolation, .uniqueViolation, .checkViolation, .notNullViolation,
            .foreignKeyViolation, .typeMismatch, .tooLarge, .other, .statement,
        ].contains(code)
    }
}
