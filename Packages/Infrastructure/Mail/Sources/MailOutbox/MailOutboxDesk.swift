public import FoundationEssentials
public import SQLStoreAPI

/// What an operator sees of the outbox and does about it, beside a server that
/// runs or without one.
public struct MailOutboxDesk: Sendable {
    /// A letter that isn't delivered.
    public struct Letter: Hashable, Encodable, Sendable {
        /// The identifier, which is part of the `Message-ID`.
        public let id: String
        /// Who gets it.
        public let recipient: String
        /// The name of its template.
        public let template: String
        /// `waiting`, `sending` or `dead`.
        public let state: String
        /// How often it was tried.
        public let attempts: Int
        /// Why it wasn't delivered at the last try.
        public let reason: String?
    }

    /// The tables that have to be there.
    public static let migrations = [OutboxTable.migration]

    private let database: any SQLDatabase

    /// Creates a desk over the server's database.
    public init(database: any SQLDatabase) {
        self.database = database
    }

    /// The letters that aren't delivered, the oldest first.
    ///
    /// - Throws: `SQLError`.
    public func letters() async throws -> [Letter] {
        try await database.read { db in
            try db.rows(
                """
                SELECT id, recipient, template, state, attempts, reason FROM mail_outbox ORDER BY created_at, id
                """
            ) { row in
                Letter(
                    id: try row["id"], recipient: try row["recipient"], template: try row["template"],
                    state: try row["state"], attempts: try row["attempts"], reason: try row["reason"])
            }
        }
    }

    /// Has dead letters tried again, as if for the first time; a server that
    /// runs takes them up within a minute.
    ///
    /// - Parameter ids: Which; all if there are none.
    /// - Returns: How many.
    /// - Throws: `SQLError`.
    public func retry(_ ids: [UUID] = []) async throws -> Int {
        try await database.write { db in
            let chosen: SQL = ids.isEmpty ? "" : "AND id IN \(in: ids)"
            return try db.run(
                """
                UPDATE mail_outbox SET state = \(OutboxTable.State.waiting.rawValue), attempts = 0, due_at = created_at
                WHERE state = \(OutboxTable.State.dead.rawValue) \(chosen)
                """
            ).rowsChanged
        }
    }
}
