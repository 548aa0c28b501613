import SQLStoreAPI
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct WholeTableReadsTests {
    private func found(after texts: [StaticText]) async throws -> Set<String> {
        let store = try await TemporaryDatabase(
            Migration(
                "notes-0001",
                """
                CREATE TABLE notes (id TEXT PRIMARY KEY, author TEXT NOT NULL, text TEXT NOT NULL);
                CREATE INDEX notes_author ON notes (author, id);
                """))
        for text in texts {
            try await store.database.write { db in try db.run(text.sql) }
            // Writing is refused, after the plan was made.
            _ = try? await store.database.read { db in try db.exists(text.sql) }
        }
        return Set(try await store.wholeTableReads())
    }

    @Test func whatGoesAlongAnIndexIsNone() async throws {
        let found = try await found(after: [
            "SELECT text FROM notes WHERE id = 'a'", "SELECT text FROM notes WHERE author = 'a' ORDER BY text",
            "SELECT text FROM notes ORDER BY author LIMIT 20", "SELECT 1", "SELECT MAX(id) FROM notes",
            "INSERT INTO notes VALUES ('a', 'b', 'c')", "UPDATE notes SET text = '' WHERE id = 'a'",
            "DELETE FROM notes WHERE author = 'a'",
        ])
        #expect(found == [])
    }

    @Test(
        arguments: [
            "SELECT id FROM notes WHERE text = 'a'", "SELECT count(*) FROM notes",
            "SELECT author FROM notes ORDER BY author", "SELECT id FROM notes ORDER BY text LIMIT 1",
            "DELETE FROM notes WHERE text = 'a'",
            "UPDATE notes SET author = 'b' WHERE author IN (SELECT author FROM notes WHERE text = 'a')",
        ] as [StaticText])
    func aStatementThatReadsAllIsFound(text: StaticText) async throws {
        #expect(try await found(after: [text]) == [text.description])
    }

    @Test func itIsFoundOnWhicheverThreadItRan() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let gates = (0..<4).map { _ in Gate() }
        try await withThrowingTaskGroup { group in
            for (index, gate) in gates.enumerated() {
                group.addTask {
                    try await store.database.read { db in
                        gate.pass()
                        if index == 0 { _ = try db.exists("SELECT 1 FROM notes WHERE text = 'a'") }
                    }
                }
            }
            for gate in gates { await gate.waitForArrival() }
            for gate in gates.reversed() { gate.open() }
            try await group.waitForAll()
        }
        #expect(try await store.wholeTableReads() == ["SELECT 1 FROM notes WHERE text = 'a'"])
    }
}
