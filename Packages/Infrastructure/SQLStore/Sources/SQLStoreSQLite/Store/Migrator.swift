import FoundationEssentials
import SQLStoreAPI
import SQLStoreCore

/// Applies migrations and keeps the record of them.
struct Migrator {
    let connection: Connection
    /// Whether a migration that isn't to be applied is of a plugin that is left out.
    let knows: @Sendable (String) -> Bool
    let now: @Sendable () -> Date
    let observe: @Sendable (SQLStoreEvent) -> Void

    /// Applies what isn't applied yet, all of it or nothing.
    func apply(_ migrations: [Migration]) throws(SQLError) {
        try MigrationPlan.validate(migrations)
        guard try !pending(migrations).isEmpty else { return }
        try connection.run("BEGIN IMMEDIATE")
        do {
            // Another process may have been faster.
            let pending = try pending(migrations)
            try connection.script(Self.record)
            for (position, migration) in pending { try apply(migration, at: position) }
            try connection.run("COMMIT")
            for (_, migration) in pending { observe(.migrated(id: migration.id)) }
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Sees whether the tables are such as could be brought up to date, and changes nothing.
    func rehearse(_ migrations: [Migration]) throws(SQLError) {
        try MigrationPlan.validate(migrations)
        _ = try pending(migrations)
    }

    private func pending(_ migrations: [Migration]) throws(SQLError) -> [(offset: Int, element: Migration)] {
        let plan = try MigrationPlan(migrations, applied: applied(), knows: knows)
        for id in plan.foreign { observe(.foreignMigration(id: id)) }
        return plan.pending
    }

    private func apply(_ migration: Migration, at position: Int) throws(SQLError) {
        do {
            try connection.apply(statementsOf: migration)
        } catch {
            throw MigrationPlan.failure(error, of: migration)
        }
        try connection.run(
            """
            INSERT INTO schema_migrations (id, position, checksum, statements, applied_at)
            VALUES (\(migration.id), \(position), \(MigrationPlan.checksum(of: migration.statements)),
                \(migration.statements), \(now()))
            """)
    }

    // MARK: - The record

    static let record = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            id TEXT PRIMARY KEY,
            position INTEGER NOT NULL,
            checksum TEXT NOT NULL,
            statements TEXT NOT NULL,
            applied_at INTEGER NOT NULL
        )
        """

    private func applied() throws(SQLError) -> [String: MigrationPlan.Applied] {
        guard try !connection.texts("SELECT name FROM sqlite_schema WHERE name = 'schema_migrations'").isEmpty else {
            return [:]
        }
        do {
            return try connection.withStatement("SELECT id, checksum, statements FROM schema_migrations") { statement in
                let row = Row(statement)
                var applied: [String: MigrationPlan.Applied] = [:]
                while try statement.step() {
                    applied[try row[0]] = MigrationPlan.Applied(checksum: try row[1], statements: try row[2])
                }
                return applied
            }
        } catch let error as SQLError {
            throw error
        } catch {
            throw SQLError(.other, "\(error)")
        }
    }
}
