package import FoundationEssentials
package import MailAPI
package import SQLStoreAPI

/// Shows and mends what is in the table of the outbox.
package struct OutboxDesk: LetterManaging {
    private let database: any SQLDatabase
    private let recordRetry: @Sendable (Int, any SQLWriting) throws -> Void

    /// - Parameter recordRetry: Hears in its transaction of how many letters are sent again.
    package init(
        database: any SQLDatabase, recordRetry: @escaping @Sendable (Int, any SQLWriting) throws -> Void = { _, _ in }
    ) {
        self.database = database
        self.recordRetry = recordRetry
    }

    package func letters() async throws(MailError) -> [UndeliveredLetter] {
        do {
            return try await database.read { db in try OutboxTable.letters(in: db) }
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    package func retry(_ ids: [UUID]) async throws(MailError) -> Int {
        do {
            return try await database.write { db in
                let count = try OutboxTable.revive(ids, in: db)
                if count > 0 { try recordRetry(count, db) }
                return count
            }
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }
}
