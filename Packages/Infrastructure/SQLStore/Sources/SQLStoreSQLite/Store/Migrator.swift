import FoundationEssentials
import SQLStoreAPI

/// Applies migrations and keeps the record of them.
struct Migrator {
    let connection: Connection
    let now: @Sendable () -> Date
    let observe: @Sendable (SQLStoreEvent) -> Void

    private struct Applied {
        let checksum: String
        let statements: String
    }

    /// Applies what isn't applied yet, all of it or nothing.
    func apply(_ migrations: [Migration]) throws(SQLError) {
        try Self.validate(migrations)
        guard try !pending(migrations).isEmpty else { return }
        try connection.run("BEGIN IMMEDIATE")
        do {
            // Another process may have been faster.
            let pending = try pending(migrations)
            try createRecord()
            for (position, migration) in pending { try apply(migration, at: position) }
            try connection.run("COMMIT")
            for (_, migration) in pending { observe(.migrated(id: migration.id)) }
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private static func validate(_ migrations: [Migration]) throws(SQLError) {
        var known: Set<String> = []
        for migration in migrations {
            let parts = migration.id.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count >= 2, parts.last?.isEmpty == false, parts.last?.allSatisfy(\.isNumber) == true else {
                throw SQLError(.migrationInvalid, "“\(migration.id)” has no form like accounts-0001")
            }
            guard known.insert(migration.id).inserted else {
                throw SQLError(.migrationInvalid, "there are two migrations “\(migration.id)”")
            }
        }
    }

    private func pending(_ migrations: [Migration]) throws(SQLError) -> [(offset: Int, element: Migration)] {
        let applied = try applied()
        for migration in migrations {
            if let applied = applied[migration.id] { try Self.check(migration, against: applied) }
        }
        let ids = Set(migrations.map(\.id))
        let owners = Set(migrations.map(\.owner))
        for id in applied.keys.sorted() where !ids.contains(id) {
            let owner = Migration(id, "").owner
            guard !owners.contains(owner) else {
                throw SQLError(
                    .migrationUnknown,
                    "the database has the migration \(id), which this version of \(owner) doesn't know")
            }
            observe(.foreignMigration(id: id))
        }
        return Array(migrations.enumerated().filter { applied[$0.element.id] == nil })
    }

    private static func check(_ migration: Migration, against applied: Applied) throws(SQLError) {
        guard applied.checksum != checksum(of: migration.statements) else { return }
        let old = applied.statements.split(separator: "\n", omittingEmptySubsequences: false)
        let new = migration.statements.split(separator: "\n", omittingEmptySubsequences: false)
        let line =
            zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
        let was = line < old.count ? "“\(old[line])”" : "the end"
        let now = line < new.count ? "“\(new[line])”" : "the end"
        throw SQLError(
            .migrationChanged,
            """
            the migration \(migration.id) was changed after it was applied: line \(line + 1) was \(was) and is now \
            \(now). Undo that, and write a new migration instead
            """)
    }

    private func apply(_ migration: Migration, at position: Int) throws(SQLError) {
        do {
            // Tables can be rebuilt in any order; it ends with the transaction.
            try connection.script("PRAGMA defer_foreign_keys = ON")
            connection.isPrivileged = false
            defer { connection.isPrivileged = true }
            try connection.script(migration.statements)
        } catch {
            throw SQLError(
                Self.isAboutStatement(error) ? .migrationFailed : error.code,
                "the migration \(migration.id) failed, and nothing was changed: \(error.message)",
                sql: error.sql, constraint: error.constraint, nativeCode: error.nativeCode)
        }
        try connection.run(
            """
            INSERT INTO schema_migrations (id, position, checksum, statements, applied_at)
            VALUES (\(migration.id), \(position), \(Self.checksum(of: migration.statements)),
                \(migration.statements), \(now()))
            """)
    }

    private static func isAboutStatement(_ error: SQLError) -> Bool {
        [
            .statement, .notAllowed, .constraintViolation, .uniqueViolation, .checkViolation, .notNullViolation,
            .foreignKeyViolation, .typeMismatch, .other,
        ].contains(error.code)
    }

    // MARK: - The record

    private func createRecord() throws(SQLError) {
        try connection.run(
            """
            CREATE TABLE IF NOT EXISTS schema_migrations (
                id TEXT PRIMARY KEY,
                position INTEGER NOT NULL,
                checksum TEXT NOT NULL,
                statements TEXT NOT NULL,
                applied_at INTEGER NOT NULL
            )
            """)
    }

    private func applied() throws(SQLError) -> [String: Applied] {
        guard try !connection.texts("SELECT name FROM sqlite_schema WHERE name = 'schema_migrations'").isEmpty else {
            return [:]
        }
        do {
            return try connection.withStatement("SELECT id, checksum, statements FROM schema_migrations") { statement in
                let row = Row(statement)
                var applied: [String: Applied] = [:]
                while try statement.step() {
                    applied[try row[0]] = Applied(checksum: try row[1], statements: try row[2])
                }
                return applied
            }
        } catch let error as SQLError {
            throw error
        } catch {
            throw SQLError(.other, "\(error)")
        }
    }

    /// FNV-1a of 64 bits (RFC 9923): it finds changes, not attackers, who could
    /// write the record as well.
    static func checksum(of text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
