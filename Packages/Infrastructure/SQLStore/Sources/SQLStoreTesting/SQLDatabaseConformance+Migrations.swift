import FoundationEssentials
import SQLStoreAPI
import Testing

extension SQLDatabaseConformance {
    func checkMigrations() async throws {
        let store = try await makeNotes("a", "b")
        let other = Migration(
            "other-0001",
            """
            CREATE TABLE other (digest BLOB PRIMARY KEY, note BIGINT NOT NULL REFERENCES notes (position));
            CREATE UNIQUE INDEX other_note ON other (note);
            """)
        let coloured = Migration(
            "notes-0002",
            """
            -- Notes have a colour.
            ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
            UPDATE notes SET colour = 'green' WHERE position = 1;
            """)
        for _ in 0..<2 {
            try await store.reopen(with: [other, Self.notes, coloured])
            let colours: [String] = try await store.database.read { db in
                try db.values("SELECT colour FROM notes ORDER BY position")
            }
            #expect(colours == ["green", "red"], "each is applied once, in order", sourceLocation: sourceLocation)
        }
        try await store.database.write { db in
            try db.run("INSERT INTO other (digest, note) VALUES (\(Data([0, 1, 255])), 2)")
        }
        let note: Int? = try await store.database.read { db in
            try db.value("SELECT note FROM other WHERE digest = \(Data([0, 1, 255]))")
        }
        #expect(note == 2, "bytes are a key like any other", sourceLocation: sourceLocation)
        try await store.reopen(with: [Self.notes, coloured])
        try await refuses(
            [Self.notes, Migration(coloured.id, coloured.statements.replacing("red", with: "blue"))], in: store,
            .migrationChanged)
        try await refuses([Self.notes], in: store, .migrationUnknown)
        try await refuses([Self.notes, Self.notes], in: store, .migrationInvalid)
        try await refuses(
            [
                Self.notes, coloured, Migration("late-0001", "CREATE TABLE late (x BIGINT);"),
                Migration("late-0002", "INSERT INTO notes (position, text) VALUES (1, 'twice');"),
            ], in: store, .migrationFailed)
        try await store.reopen(with: [Self.notes, coloured])
        try await expectTexts(["a", "b"], in: store, "what was refused changed nothing")
        await expect(.statement, "nothing of what failed is left") {
            _ = try await store.database.read { db in try db.exists("SELECT 1 FROM late") }
        }
    }

    private func refuses(
        _ migrations: [Migration], in store: any SQLStoreUnderTest, _ code: SQLError.Code
    ) async throws {
        await expect(code, "\(code.rawValue)") { try await store.reopen(with: migrations) }
    }
}
