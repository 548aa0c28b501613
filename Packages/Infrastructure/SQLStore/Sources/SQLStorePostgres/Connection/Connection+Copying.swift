import FoundationEssentials
import SQLStoreAPI
package import SQLStoreCore

extension Connection: CopyableConnection {
    /// How many rows are asked for at a time.
    private static let share = 200

    func tables() throws(SQLError) -> [StoredTable] {
        let result = try script(
            """
            SELECT c.relname, a.attname, a.attnum = ANY (i.indkey) FROM pg_class c
            LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
            WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
                AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
            ORDER BY c.oid, a.attnum
            """)
        var tables: [StoredTable] = []
        for row in 0..<result.rowCount {
            guard case .text(let table) = result.value(row: row, column: 0) else { continue }
            guard case .text(let column) = result.value(row: row, column: 1) else {
                tables.append(StoredTable(name: table, columns: [], key: []))
                continue
            }
            tables.append(column: column, isKey: result.value(row: row, column: 2) == .integer(1), to: table)
        }
        return tables
    }

    func beginSnapshot() throws(SQLError) {
        let names = try tables().map { "\"\($0.name)\"" }
        // The snapshot is taken behind the locks: what was being written by then is in it.
        try script("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        if !names.isEmpty { try script("LOCK TABLE \(names.joined(separator: ", ")) IN SHARE MODE") }
    }

    func beginChanges() throws(SQLError) { try script("BEGIN ISOLATION LEVEL REPEATABLE READ") }

    func commitChanges() throws(SQLError) { try script("COMMIT") }

    func makeRecord() throws(SQLError) { try script(Migrator.record) }

    func removeRecord() throws(SQLError) { try script("DROP TABLE schema_migrations; DROP DOMAIN blob") }

    func apply(statementsOf migration: Migration) throws(SQLError) {
        try script(migration.elsewhere ?? migration.statements)
    }

    func change(_ sql: SQL) throws(SQLError) { try run(sql.form) }

    func scan(_ query: String, _ visit: ([SQLValue]) throws -> Void) throws {
        try script("DECLARE copied NO SCROLL CURSOR FOR \(query)")
        while true {
            let result = try script("FETCH \(Self.share) FROM copied")
            for row in 0..<result.rowCount {
                try visit((0..<result.columnCount).map { result.value(row: row, column: $0) })
            }
            if result.rowCount < Self.share { break }
        }
        try script("CLOSE copied")
    }

    func analyze() throws(SQLError) { try script("ANALYZE") }
}

extension PostgresSettings {
    /// Connects to copy a database, which belongs to this connection alone until it is closed.
    ///
    /// - Throws: ``UnfitDatabase`` if it can't be used or another server uses it, or `SQLError`.
    package func connectForCopying() throws -> any CopyableConnection {
        let connection = try connect()
        do throws(SQLError) {
            try Tenure(process: UUID().uuidString.lowercased()).claim(connection)
        } catch {
            throw error.code == .busy ? UnfitDatabase.served as any Error : error
        }
        try DatabaseFitness(connection: connection, mayUse: mayUse).checkEngine()
        return connection
    }
}
