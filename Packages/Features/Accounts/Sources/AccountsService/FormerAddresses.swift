import CoreModels
import FoundationEssentials
import PluginKit
package import SQLStoreAPI
package import TelemetryAPI

extension EmailAddress {
    /// The form by which addresses were compared until D24: Unicode's lower
    /// case, in whatever way accents are put together.
    var formerCanonical: String { description.lowercased() }
}

/// Gives accounts of before D24 the form by which addresses are compared now.
///
/// Each keeps its former one as well, so whoever logged in with a spelling then
/// does so now. Two accounts may have had one address in two spellings: one
/// gets the present form, the other is found by its former one alone, and the
/// operator is told of it at each start.
package struct FormerAddresses: PluginService {
    private let database: any SQLDatabase
    private let logger: Logger

    package init(database: any SQLDatabase, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    private struct Row: Sendable {
        let id: UserID
        let key: String
        let canonical: String
    }

    package func start() async throws {
        var rest = try await outdated()
        guard !rest.isEmpty else { return }
        // A form may be free only when another account has given it up.
        var isMoving = true
        while isMoving {
            let rows = rest
            rest = try await database.write { db in try rows.filter { try !Self.move($0, in: db) } }
            isMoving = rest.count < rows.count && !rest.isEmpty
        }
        for row in rest {
            logger.warning(
                "two accounts have one address in two spellings; both go on, each with its own",
                ["user": row.id])
        }
    }

    /// The accounts with another form than they should have; those that proved
    /// their address come first, then the older ones.
    private func outdated() async throws -> [Row] {
        try await database.read { db in
            try db.rows(
                """
                SELECT id, email, canonical_email FROM accounts WHERE former_canonical_email IS NOT NULL
                ORDER BY verified_at IS NULL, created_at, id
                """
            ) { row in
                let key: String = try row[2]
                return Row(
                    id: try row[0], key: key,
                    canonical: EmailAddress(kept: try row[1, as: String.self])?.canonical ?? key)
            }
        }.filter { Array($0.key.utf8) != Array($0.canonical.utf8) }
    }

    private static func move(_ row: Row, in db: any SQLWriting) throws -> Bool {
        if try db.exists("SELECT 1 FROM accounts WHERE canonical_email = \(row.canonical)") { return false }
        try db.run("UPDATE accounts SET canonical_email = \(row.canonical) WHERE id = \(row.id)")
        return true
    }
}
