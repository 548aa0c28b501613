package import FoundationEssentials
package import MailAPI
package import SQLStoreAPI

/// Shows and mends what is in the table of the outbox.
package struct OutboxDesk: LetterManaging {
    private let database: any SQLDatabase

    package init(database: any SQLDatabase) {
        self.database = database
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
            return try await database.write { db in try OutboxTable.revive(ids, in: db) }
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }
}
