import FoundationEssentials
import KernelTesting
import Testing

/// The database of a server as anybody sees it who has the file.
struct DataOnDisk: Sendable {
    let folder: String

    private struct Column: Sendable {
        let name: String
        let type: String
        let isOptional: Bool

        /// Columns that name something else than a person.
        private static let others: Set = ["image_id", "session_id", "begun_session_id"]
        /// Columns that name a person, and don't end in `_id`.
        private static let named: Set = ["asker", "identifier"]
        private static let addresses: Set = ["email", "canonical_email", "recipient"]

        var isPersons: Bool {
            type == "TEXT" && !Self.others.contains(name) && (name.hasSuffix("_id") || Self.named.contains(name))
        }

        var isAddress: Bool { type == "TEXT" && Self.addresses.contains(name) }
    }

    /// Runs statements on it.
    func sqlite(_ statements: String) async throws -> String {
        let outcome = try await ChildProcess.run(
            "sqlite3", ["-bail", folder + "/essentiald.sqlite"], input: ".timeout 5000\n" + statements)
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText
    }

    private func tables() async throws -> [String: [Column]] {
        let rows = try await sqlite(
            """
            SELECT m.name, p.name, p.type, p."notnull" = 0 AND p.pk = 0 OR p.dflt_value IS NOT NULL
            FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%';
            """)
        return rows.split(separator: "\n").reduce(into: [:]) { tables, row in
            let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            tables[parts[0], default: []].append(Column(name: parts[1], type: parts[2], isOptional: parts[3] == "1"))
        }
    }

    /// What adds a row of a person to each table that can have one, by table.
    func rows(of id: String, at email: String) async throws -> [String: String] {
        var rows: [String: String] = [:], number = 1_000
        for (table, columns) in try await tables() where columns.contains(where: \.isPersons) {
            var names: [String] = [], values: [String] = []
            for column in columns where column.isPersons || column.isAddress || !column.isOptional {
                number += 1
                names.append(column.name)
                switch column.type {
                case _ where column.isPersons: values.append("'\(id)'")
                case _ where column.isAddress: values.append("'\(email)'")
                case "TEXT" where column.name == "visibility": values.append("'public'")
                case "TEXT": values.append("'\(UUID().uuidString.lowercased())'")
                case "BLOB": values.append("randomblob(32)")
                default: values.append("\(number)")
                }
            }
            rows[table] =
                "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) "
                + "VALUES (\(values.joined(separator: ", ")));"
        }
        return rows
    }
}
