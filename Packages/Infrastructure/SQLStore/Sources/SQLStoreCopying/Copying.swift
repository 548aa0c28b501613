import CryptographyAPI
import SQLStoreAPI
import SQLStoreCore

/// One run of a copy, over two connections.
struct Copying {
    private let source: any CopyableConnection
    private let target: any CopyableConnection
    private let tables: TargetTables
    private let hashing: any Hashing
    private let report: (DatabaseCopy.Progress) -> Void

    init(
        from source: any CopyableConnection, to target: any CopyableConnection, _ tables: TargetTables,
        _ hashing: any Hashing, _ report: @escaping (DatabaseCopy.Progress) -> Void
    ) {
        (self.source, self.target, self.tables) = (source, target, tables)
        (self.hashing, self.report) = (hashing, report)
    }

    func run() throws -> CopiedDatabase {
        // Before the source is held up.
        let marks = try tables.marks()
        try source.beginSnapshot()
        defer { source.rollBack() }
        let all = try source.tables(), migrations = try tables.migrations(of: source, with: all)
        let kept = try digests(of: all, migrations, at: marks ?? [:])
        if kept == nil {
            if let marks { try tables.clear(marks) }
            try tables.make(migrations)
        }
        let stored = try matched(all)
        let digests = try copy(stored, behind: kept ?? [:])
        try verify(stored, digests)
        try target.analyze()
        let names = Set(stored.map(\.name))
        return CopiedDatabase(
            tables: zip(stored, digests).map { .init(name: $0.name, rows: $1.rows, digest: $1.text) },
            leftOut: all.map(\.name).filter { !names.contains($0) },
            rowsKept: kept?.values.reduce(0) { $0 + $1.rows } ?? 0)
    }

    /// Reports now and then: nobody sees each row.
    private func tell(_ rows: Int, of total: Int, _ progress: (Int, Int) -> DatabaseCopy.Progress) {
        if rows.isMultiple(of: 200) || rows == total { report(progress(rows, total)) }
    }

    // MARK: - What is there

    /// The digests over the rows that a former run has copied.
    ///
    /// - Returns: nil if they aren't rows of this database as it is now, and it has to begin anew.
    private func digests(
        of stored: [StoredTable], _ migrations: [Migration], at marks: [String: TargetTables.Mark]
    ) throws -> [String: RowDigest]? {
        // Without the whole record nobody knows which tables were made.
        guard marks[TargetTables.record]?.rows == migrations.count else { return nil }
        var digests: [String: RowDigest] = [:]
        for table in stored {
            guard let mark = marks[table.name], mark.rows > 0 else { continue }
            var digest = RowDigest()
            try source.scan(table.query(count: mark.rows)) { row in try digest.add(row, hashing) }
            guard digest.rows == mark.rows, digest.text == mark.digest else { return nil }
            digests[table.name] = digest
        }
        return digests
    }

    /// The tables of the source that the target has as well.
    ///
    /// - Throws: ``CopyObstacle/columns(table:)``.
    private func matched(_ stored: [StoredTable]) throws -> [StoredTable] {
        let made = try target.tables().filter { $0.name != CopyRecord.table }
        for table in made {
            let same = stored.first { $0.name == table.name }
            guard let same, Set(same.columns) == Set(table.columns) else {
                throw CopyObstacle.columns(table: table.name)
            }
        }
        return stored.filter { table in made.contains { $0.name == table.name } }
    }

    // MARK: - Copying

    /// - Returns: The digests of the tables.
    private func copy(_ stored: [StoredTable], behind kept: [String: RowDigest]) throws -> [RowDigest] {
        let total = try count(stored)
        var before = 0, digests: [RowDigest] = []
        for table in stored {
            var writer = TableWriter(
                table, in: target, tables, behind: kept[table.name] ?? RowDigest(), hashing)
            try target.beginChanges()
            do {
                try source.scan(table.query(from: writer.digest.rows)) { row in
                    try writer.add(row)
                    tell(before + writer.digest.rows, of: total) { .copying(rows: $0, of: $1) }
                }
                try writer.finish()
            } catch {
                target.rollBack()
                throw error
            }
            digests.append(writer.digest)
            before += writer.digest.rows
        }
        return digests
    }

    private func count(_ stored: [StoredTable]) throws -> Int {
        var total = 0
        for table in stored {
            try source.scan("SELECT COUNT(*) FROM \(table.quotedName)") { row in
                if case .integer(let count)? = row.first { total += Int(count) }
            }
        }
        return total
    }

    // MARK: - Verifying

    /// Reads again what was copied, and completes it if it is the same, in one transaction.
    ///
    /// - Throws: ``CopyObstacle/different(table:)``, once the copy is gone: nobody knows what of it is right.
    private func verify(_ stored: [StoredTable], _ digests: [RowDigest]) throws {
        let total = digests.reduce(0) { $0 + $1.rows }
        do {
            try tables.inTransaction {
                var rows = 0
                for (table, expected) in zip(stored, digests) {
                    var digest = RowDigest()
                    try target.scan(table.query()) { row in
                        try digest.add(row, hashing)
                        rows += 1
                        tell(rows, of: total) { .verifying(rows: $0, of: $1) }
                    }
                    guard digest == expected else { throw CopyObstacle.different(table: table.name) }
                }
                try tables.complete()
            }
        } catch let obstacle as CopyObstacle {
            if let marks = try tables.marks() { try tables.clear(marks) }
            throw obstacle
        }
    }
}
