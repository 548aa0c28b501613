package import SQLStoreAPI
package import SQLStoreCore

extension Connection: CopyableConnection {
    /// Opens a file to copy what is in it, once it is known to be sound.
    ///
    /// - Throws: `damaged`, since an index that misses rows would hide them.
    package static func copySource(_ path: String, busyTimeout: Duration = .seconds(5)) throws(SQLError) -> Connection {
        let connection = try Connection(path: path, isReadOnly: false, busyTimeout: busyTimeout)
        let findings = try connection.texts("PRAGMA integrity_check(5)")
        guard findings == ["ok"] else {
            if let failure = connection.diskFailure { throw failure }
            throw SQLError(.damaged, "\(path): \(findings.joined(separator: "; "))")
        }
        return connection
    }

    /// Opens a file to copy to it, which is made if there is none.
    package static func copyTarget(_ path: String, busyTimeout: Duration = .seconds(5)) throws(SQLError) -> Connection {
        let file = DatabaseFile(path: path)
        try file.prepareFolder()
        if try DatabaseFile.size(of: path) == nil { try file.createWhole() }
        let connection = try Connection(path: path, isReadOnly: false, busyTimeout: busyTimeout)
        file.makePrivate()
        _ = try connection.texts("PRAGMA journal_mode = WAL")
        try connection.script("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        return connection
    }

    package func tables() throws(SQLError) -> [StoredTable] {
        var tables: [StoredTable] = []
        do {
            try scan(
                """
                SELECT m.name, p.name, p.pk > 0 FROM sqlite_schema m, pragma_table_info(m.name) p
                WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.rowid, p.cid
                """
            ) { row in
                guard case .text(let table) = row[0], case .text(let column) = row[1] else { return }
                tables.append(column: column, isKey: row[2] == .integer(1), to: table)
            }
        } catch {
            throw error as? SQLError ?? SQLError(.other, "\(error)")
        }
        return tables
    }

    /// Who writes has to have the lock that this takes, and nobody else has it.
    package func beginSnapshot() throws(SQLError) { try run("BEGIN IMMEDIATE") }

    package func beginChanges() throws(SQLError) { try run("BEGIN IMMEDIATE") }

    package func commitChanges() throws(SQLError) {
        try run("COMMIT")
        boundLog()
    }

    package func makeRecord() throws(SQLError) { try script(Migrator.record) }

    package func removeRecord() throws(SQLError) { try script("DROP TABLE schema_migrations") }

    package func apply(statementsOf migration: Migration) throws(SQLError) {
        // Tables can be rebuilt in any order; it ends with the transaction.
        try script("PRAGMA defer_foreign_keys = ON")
        isPrivileged = false
        defer { isPrivileged = true }
        try script(migration.statements)
    }

    package func change(_ sql: SQL) throws(SQLError) { try run(sql) }

    package func scan(_ query: String, _ visit: ([SQLValue]) throws -> Void) throws {
        try withCompiled(query) { statement in
            let columns = statement.columnCount
            while try statement.step() {
                try visit(try (0..<columns).map { column throws(SQLError) in try statement.wholeValue(at: column) })
            }
        }
    }

    package func analyze() throws(SQLError) { try script("ANALYZE") }
}
