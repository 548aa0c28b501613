import SQLStoreAPI
import SQLStoreCore

/// The tables of the database that takes a copy: those that the source has, made by the same
/// migrations, and a record of how far each of them is.
struct TargetTables {
    /// How far a table is.
    struct Mark: Equatable {
        var rows = 0
        var digest = ""
    }

    private let target: any CopyableConnection
    private let known: [Migration]
    private let knows: (String) -> Bool

    init(_ target: any CopyableConnection, known: [Migration], _ knows: @escaping (String) -> Bool) {
        (self.target, self.known, self.knows) = (target, known, knows)
    }

    /// What was applied to the source, in the order in which a new database gets it; what only the source knows
    /// comes behind, in the order in which that got it.
    ///
    /// - Throws: `migrationChanged` or `migrationUnknown`; ``CopyObstacle/noTables``.
    func migrations(of source: any CopyableConnection, with tables: [StoredTable]) throws -> [Migration] {
        if tables.contains(where: { $0.name == CopyRecord.table }) { throw CopyRecord.unfinished }
        guard tables.contains(where: { $0.name == Self.record }) else { throw CopyObstacle.noTables }
        var recorded: [Migration] = [], applied: [String: MigrationPlan.Applied] = [:]
        try source.scan("SELECT id, checksum, statements FROM schema_migrations ORDER BY applied_at, position, id") {
            row in
            guard case .text(let id) = row[0], case .text(let checksum) = row[1], case .text(let statements) = row[2]
            else { throw SQLError(.typeMismatch, "the record of migrations isn't one") }
            recorded.append(Migration(id, statements))
            applied[id] = .init(checksum: checksum, statements: statements)
        }
        _ = try MigrationPlan(known, applied: applied, knows: knows)
        // The program also knows in which words other engines apply them.
        return known.filter { applied[$0.id] != nil }
            + recorded.filter { migration in !known.contains { $0.id == migration.id } }
    }

    static let record = "schema_migrations"

    // MARK: - What is there

    /// How far the tables are; nil if there is nothing yet.
    ///
    /// - Throws: ``CopyObstacle/occupied(_:)`` for anything but half a copy.
    func marks() throws -> [String: Mark]? {
        let tables = try target.tables().map(\.name)
        if tables.isEmpty { return nil }
        guard tables.contains(CopyRecord.table) else { throw CopyObstacle.occupied(tables) }
        var marks: [String: Mark] = [:]
        try inTransaction {
            try target.scan("SELECT name, copied, digest FROM \(CopyRecord.table)") { row in
                guard case .text(let name) = row[0], case .integer(let rows) = row[1], case .text(let digest) = row[2]
                else { return }
                marks[name] = Mark(rows: Int(rows), digest: digest)
            }
        }
        let others = tables.filter { marks[$0] == nil && $0 != CopyRecord.table }
        guard others.isEmpty else { throw CopyObstacle.occupied(others) }
        return marks
    }

    /// Takes away all that a copy made.
    func clear(_ marks: [String: Mark]) throws {
        try inTransaction {
            // Who refers to another table was made after it.
            for table in try target.tables().reversed() where marks[table.name] != nil && table.name != Self.record {
                try target.change(SQL(lasting: "DROP TABLE \(table.quotedName)"))
            }
            try target.removeRecord()
            try target.change(SQL(lasting: "DROP TABLE \(CopyRecord.table)"))
        }
    }

    // MARK: - Beginning

    /// Makes the tables, all of them empty.
    func make(_ migrations: [Migration]) throws {
        try inTransaction {
            try target.makeRecord()
            for migration in migrations {
                do throws(SQLError) {
                    try target.apply(statementsOf: migration)
                } catch {
                    throw MigrationPlan.failure(error, of: migration)
                }
            }
            let tables = try target.tables()
            // Some migrations add rows, which the source has in its own way.
            for table in tables.reversed() { try target.change(SQL(lasting: "DELETE FROM \(table.quotedName)")) }
            try target.change(
                """
                CREATE TABLE database_copy (name TEXT PRIMARY KEY, copied BIGINT NOT NULL, digest TEXT NOT NULL)
                """)
            for table in tables {
                try target.change("INSERT INTO database_copy (name, copied, digest) VALUES (\(table.name), 0, '')")
            }
        }
    }

    /// Notes how far a table is, in the transaction that copies its rows.
    func note(_ mark: Mark, of table: String) throws(SQLError) {
        try target.change(
            "UPDATE database_copy SET copied = \(mark.rows), digest = \(mark.digest) WHERE name = \(table)")
    }

    /// Makes the database one that stores open, in the transaction that verified it.
    func complete() throws(SQLError) { try target.change("DROP TABLE database_copy") }

    func inTransaction(_ body: () throws -> Void) throws {
        try target.beginChanges()
        do {
            try body()
            try target.commitChanges()
        } catch {
            target.rollBack()
            throw error
        }
    }
}

extension StoredTable {
    /// Its name as it stands in statements.
    var quotedName: String { Self.quoted(name) }

    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// Its rows, in an order that doesn't depend on the engine: rows that are the same in all columns
    /// may change places.
    ///
    /// - Parameters:
    ///   - start: How many are left out at the beginning.
    ///   - count: How many there are at most; nil for all.
    func query(from start: Int = 0, count: Int? = nil) -> String {
        let columns = columns.map(Self.quoted)
        let order = key.isEmpty ? columns.map { "\($0) NULLS FIRST" } : key.map(Self.quoted)
        let all =
            "SELECT \(columns.joined(separator: ", ")) FROM \(quotedName) ORDER BY \(order.joined(separator: ", "))"
        return start == 0 && count == nil ? all : "\(all) LIMIT \(count ?? .max) OFFSET \(start)"
    }

    /// What adds rows to it, up to the values.
    var insertion: SQL {
        SQL(lasting: "INSERT INTO \(quotedName) (\(columns.map(Self.quoted).joined(separator: ", "))) VALUES ")
    }
}
