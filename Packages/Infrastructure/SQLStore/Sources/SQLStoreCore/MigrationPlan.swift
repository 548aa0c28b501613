package import SQLStoreAPI

/// What of a list of migrations is still to be applied.
package struct MigrationPlan {
    /// What the record of a database says of a migration.
    package struct Applied {
        let checksum: String
        let statements: String

        package init(checksum: String, statements: String) {
            self.checksum = checksum
            self.statements = statements
        }
    }

    /// What isn't applied yet, each with its place in the list.
    package let pending: [(offset: Int, element: Migration)]
    /// What was applied by plugins that aren't part of this program.
    package let foreign: [String]

    /// Compares a list with the record.
    ///
    /// - Parameters:
    ///   - applied: The record, by the migrations' ids.
    ///   - knows: Whether a migration of an owner that has none in the list is known all
    ///     the same.
    /// - Throws: `migrationChanged` or `migrationUnknown`.
    package init(
        _ migrations: [Migration], applied: [String: Applied], knows: (String) -> Bool
    ) throws(SQLError) {
        for migration in migrations {
            if let applied = applied[migration.id] { try Self.check(migration, against: applied) }
        }
        let ids = Set(migrations.map(\.id)), owners = Set(migrations.map(\.owner))
        let unknown = applied.keys.filter { !ids.contains($0) }.sorted()
        for id in unknown {
            let owner = Migration.owner(of: id)
            guard !owners.contains(owner), knows(id) else {
                throw SQLError(
                    .migrationUnknown,
                    "the database has the migration \(id), which this version of \(owner) doesn't know")
            }
        }
        foreign = unknown
        pending = Array(migrations.enumerated().filter { applied[$0.element.id] == nil })
    }

    /// Refuses a list that contradicts itself.
    ///
    /// - Throws: `migrationInvalid`.
    package static func validate(_ migrations: [Migration]) throws(SQLError) {
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

    /// The error of a migration that could not be applied.
    package static func failure(_ error: SQLError, of migration: Migration) -> SQLError {
        SQLError(
            isAboutStatement(error) ? .migrationFailed : error.code,
            "the migration \(migration.id) failed, and nothing was changed: \(error.message)",
            sql: error.sql, constraint: error.constraint, nativeCode: error.nativeCode)
    }

    private static func isAboutStatement(_ error: SQLError) -> Bool {
        [
            .statement, .notAllowed, .constraintViolation, .uniqueViolation, .checkViolation, .notNullViolation,
            .foreignKeyViolation, .typeMismatch, .other,
        ].contains(error.code)
    }

    /// Finds changes, not attackers, who could write the record as well.
    package static func checksum(of text: String) -> String {
        let digits = String(FNV.hash(of: text), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// FNV-1a of 64 bits (RFC 9923).
package enum FNV {
    package static func hash(of text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
