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

    /// Applies what isn't applied yet, all of it or nothing, while no other server
    /// does.
    func apply(_ migrations: [Migration]) throws(SQLError) {
        try MigrationPlan.validate(migrations)
        defer { connection.releaseLocks() }
        try connection.take(["migrations"])
        try connection.script("BEGIN")
        do {
            let plan = try MigrationPlan(migrations, applied: applied(), knows: knows)
            for id in plan.foreign { observe(.foreignMigration(id: id)) }
            for (position, migration) in plan.pending { try apply(migration, at: position) }
            try connection.script("COMMIT")
            for (_, migration) in plan.pending { observe(.migrated(id: migration.id)) }
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Sees whether they go with what is applied, and applies none.
    func rehearse(_ migrations: [Migration]) throws(SQLError) {
        try MigrationPlan.validate(migrations)
        _ = try MigrationPlan(migrations, applied: record() ?? [:], knows: knows)
    }

    private func apply(_ migration: Migration, at position: Int) throws(SQLError) {
        do {
            try connection.apply(statementsOf: migration)
        } catch {
            throw MigrationPlan.failure(error, of: migration)
        }
        let insertion: SQL = """
            INSERT INTO schema_migrations (id, position, checksum, statements, applied_at)
            VALUES (\(migration.id), \(position), \(MigrationPlan.checksum(of: migration.statements)),
                \(migration.statements), \(now()))
            """
        try connection.run(insertion.form)
    }

    static let record = """
        CREATE DOMAIN blob AS bytea;
        CREATE TABLE schema_migrations (
            id TEXT PRIMARY KEY,
            position INTEGER NOT NULL,
            checksum TEXT NOT NULL,
            statements TEXT NOT NULL,
            applied_at BIGINT NOT NULL
        )
        """

    /// The record, which is begun when there is none.
    private func applied() throws(SQLError) -> [String: MigrationPlan.Applied] {
        if let record = try record() { return record }
        try connection.makeRecord()
        return [:]
    }

    /// The record; nil if there is none yet.
    private func record() throws(SQLError) -> [String: MigrationPlan.Applied]? {
        guard try connection.script("SELECT to_regclass('schema_migrations')").text != nil else { return nil }
        let result = try connection.run(("SELECT id, checksum, statements FROM schema_migrations" as SQL).form)
        var applied: [String: MigrationPlan.Applied] = [:]
        for position in 0..<result.rowCount {
            guard case .text(let id) = result.value(row: position, column: 0),
                case .text(let checksum) = result.value(row: position, column: 1),
                case .text(let statements) = result.value(row: position, column: 2)
            else { continue }
            applied[id] = MigrationPlan.Applied(checksum: checksum, statements: statements)
        }
        return applied
    }
}
