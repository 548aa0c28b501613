import SQLStoreAPI
import SQLStoreTesting
import Testing

struct ReadingAndWritingTests {
    @Test func readsWhatWasWritten() async throws {
        let store = try await TemporaryDatabase(
            Migration("notes-0001", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)"))
        let id: Int? = try await store.database.write { db in
            try db.value("INSERT INTO notes (text) VALUES (\("hello")) RETURNING id")
        }
        #expect(id == 1)
        let texts: [String] = try await store.database.read { db in try db.values("SELECT text FROM notes") }
        #expect(texts == ["hello"])
        await store.close()
        #expect(store.faults.isEmpty)
    }
}
