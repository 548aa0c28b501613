import FoundationEssentials
import SQLStoreAPI
import Testing

extension SQLDatabaseConformance {
    private enum Colour: String, SQLConvertible { case red, green }

    private struct Everything: Equatable, Sendable {
        var number: Int
        var fraction: Double
        var text: String
        var bytes: Data
        var isSo: Bool
        var date: Date
        var uuid: UUID
        var colour: Colour
        var missing: Int?
    }

    func checkStatements() async throws {
        try await readsBackValuesOfAllTypes()
        try await offersShortWaysToAsk()
    }

    private func readsBackValuesOfAllTypes() async throws {
        let store = try await make([
            Migration(
                "values-0001",
                """
                CREATE TABLE v (
                    a BIGINT, b DOUBLE PRECISION, c TEXT, d BLOB, e INTEGER, f BIGINT, g TEXT, h TEXT, i INTEGER
                );
                """)
        ])
        let values = [
            Everything(
                number: .min, fraction: 0.1, text: "ñ 🌍 'end'", bytes: Data([0, 255]), isSo: true,
                date: Date(timeIntervalSince1970: 1_700_000_000.123), uuid: UUID(), colour: .green, missing: nil),
            Everything(
                number: .max, fraction: -.infinity, text: "", bytes: Data(), isSo: false,
                date: Date(timeIntervalSince1970: -1), uuid: UUID(), colour: .red, missing: 7),
        ]
        try await store.database.write { db in
            for v in values {
                try db.run(
                    """
                    INSERT INTO v VALUES (\(v.number), \(v.fraction), \(v.text), \(v.bytes), \(v.isSo), \(v.date),
                        \(v.uuid), \(v.colour), \(v.missing))
                    """)
            }
        }
        let read = try await store.database.read { db in
            try db.rows("SELECT * FROM v ORDER BY a") { row in
                Everything(
                    number: try row["a"], fraction: try row["b"], text: try row["c"], bytes: try row["d"],
                    isSo: try row["e"], date: try row["f"], uuid: try row["g"], colour: try row[7],
                    missing: try row["i"])
            }
        }
        #expect(read == values, "values of all types", sourceLocation: sourceLocation)
    }

    private func offersShortWaysToAsk() async throws {
        let store = try await makeNotes("a", "b"), database = store.database
        let location = sourceLocation
        try await database.write { db throws in
            let returned: Int? = try db.value("INSERT INTO notes (position, text) VALUES (7, 'c') RETURNING position")
            #expect(returned == 7, sourceLocation: location)
            let changed = try db.run("UPDATE notes SET text = 'd' WHERE position = 7").rowsChanged
            #expect(changed == 1, sourceLocation: location)
            let untouched = try db.run("UPDATE notes SET text = 'd' WHERE position = 99").rowsChanged
            #expect(untouched == 0, sourceLocation: location)
            let known = try db.run(
                "INSERT INTO notes (position, text) VALUES (8, 'a') ON CONFLICT (text) DO NOTHING"
            ).rowsChanged
            #expect(known == 0, sourceLocation: location)
        }
        try await database.read(.recent) { db throws in
            // As recent as it has to be: some or all of the rows, and none that never were.
            #expect(Set(["a", "b", "d"]).isSuperset(of: try Self.texts(in: db)), sourceLocation: location)
        }
        try await database.read { db throws in
            #expect(try db.value("SELECT COUNT(*) FROM notes") == 3, sourceLocation: location)
            #expect(try db.exists("SELECT 1 FROM notes WHERE text = \("b")"), sourceLocation: location)
            #expect(try !db.exists("SELECT 1 FROM notes WHERE text = \("z")"), sourceLocation: location)
            let chosen: [String] = try db.values("SELECT text FROM notes WHERE position IN \(in: [7])")
            #expect(chosen == ["d"], sourceLocation: location)
            let others: [Int] = try db.values(
                "SELECT position FROM notes WHERE position NOT IN \(in: [Int]()) ORDER BY position")
            #expect(others == [1, 2, 7], sourceLocation: location)
            let none = try db.value("SELECT MAX(position) FROM notes WHERE text = 'z'", as: Int?.self)
            #expect(none == .some(nil), sourceLocation: location)
        }
    }

    // MARK: - Errors

    func checkErrors() async throws {
        try await tellsWhatWasViolated()
        try await refusesWhatIsNotAllowed()
        try await refusesUseBeyondItsTime()
    }

    private func tellsWhatWasViolated() async throws {
        let store = try await makeNotes("a")
        let statements: [(SQL, SQLError.Code)] = [
            ("INSERT INTO notes (position, text) VALUES (1, 'b')", .uniqueViolation),
            ("INSERT INTO notes (position, text) VALUES (5, 'a')", .uniqueViolation),
            ("INSERT INTO notes (position, text) VALUES (5, NULL)", .notNullViolation),
            ("INSERT INTO notes (position, text) VALUES (5, '')", .checkViolation),
            ("INSERT INTO notes (position, text, parent) VALUES (5, 'b', 9)", .foreignKeyViolation),
            ("INSERT INTO nowhere VALUES (1)", .statement),
            ("DELETE FROM notes; DELETE FROM notes", .statement),
            ("COMMIT", .notAllowed),
            ("SAVEPOINT x", .notAllowed),
        ]
        for (statement, code) in statements {
            await expect(code, "\(statement)") {
                try await store.database.write { db in
                    try Self.add("undone", in: db)
                    try db.run(statement)
                }
            }
        }
        try await expectTexts(["a"], in: store, "what failed is undone as a whole")
    }

    private func refusesWhatIsNotAllowed() async throws {
        let store = try await makeNotes("a")
        await expect(.readOnly, "a read that writes") {
            _ = try await store.database.read { db in
                try db.rows("DELETE FROM notes RETURNING text") { row in try row[0, as: String.self] }
            }
        }
        for (payload, code) in [(String(repeating: "x", count: 4001), SQLError.Code.tooLarge), ("a\0b", .notAllowed)] {
            await expect(code, "a signal") {
                try await store.database.write { db in try db.signal(.notes, payload) }
            }
        }
        try await expectTexts(["a"], in: store, "nothing was deleted")
    }

    private func refusesUseBeyondItsTime() async throws {
        let store = try await makeNotes("a")
        await expect(.misuse, "a row") {
            _ = try await store.database.read { db in
                let row = try db.first("SELECT text FROM notes") { $0 }
                _ = try row?[0, as: String.self]
            }
        }
        await store.close()
        await expect(.closed, "a closed store") { _ = try await store.database.read { db in try Self.texts(in: db) } }
        await expect(.closed, "a closed store") { try await Self.add("b", to: store.database) }
    }
}
