import SQLStoreAPI
import SQLStoreTesting
import Testing

extension SQLSeries {
    fileprivate static let tickets = SQLSeries("tickets", latest: "SELECT MAX(number) FROM tickets")
}

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct LastNumberTests {
    /// Whoever can write the database ends no program with it.
    @Test func behindTheGreatestNumberIsAnError() async throws {
        let store = try await TemporaryDatabase([
            Migration("tickets-0001", "CREATE TABLE tickets (number INTEGER PRIMARY KEY);")
        ])
        try await store.database.write { db in try db.run("INSERT INTO tickets VALUES (\(Int.max))") }
        await #expect {
            try await store.database.write { db in _ = try db.nextNumber(of: .tickets) }
        } throws: { ($0 as? SQLError)?.code == .tooLarge }
        try await store.database.write { db in try db.run("UPDATE tickets SET number = -5") }
        #expect(try await store.database.write { db in try db.nextNumber(of: .tickets) } == 1)
    }
}
