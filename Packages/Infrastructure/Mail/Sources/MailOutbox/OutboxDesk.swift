import FoundationEssentials
import MailAPI
import SQLStoreAPI

/// Shows and mends what is in the table of the outbox.
struct OutboxDesk: LetterManaging {
    let database: any SQLDatabase

    func letters() async throws(MailError) -> [UndeliveredLetter] {
        do {
            return try await database.read { db in try OutboxTable.letters(in: db) }
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    func retry(_ ids: [UUID]) async throws(MailError) -> Int {
        do {
            return try await database.write { db in try OutboxTable.revive(ids, in: db) }
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }
}
