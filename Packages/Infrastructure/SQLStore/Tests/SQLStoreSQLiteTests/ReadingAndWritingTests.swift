import FoundationEssentials
import SQLStoreAPI
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct ReadingAndWritingTests {
    private enum Colour: String, SQLConvertible { case red, green }

    private struct Everything: Equatable, Sendable {
        var int: Int
        var double: Double
        var text: String
        var data: Data
        var bool: Bool
        var date: Date
        var uuid: UUID
        var colour: Colour
        var missing: Int?
    }

    @Test func readsBackValuesOfAllTypes() async throws {
        let store = try await TemporaryDatabase(
            Migration(
                "values-0001",
                "CREATE TABLE v (a INTEGER, b REAL, c TEXT, d BLOB, e INTEGER, f INTEGER, g TEXT, h TEXT, i INTEGER)"))
        let values = [
            Everything(
                int: .min, double: 0.1, text: "ñ 🌍 \0 end", data: Data([0, 255]), bool: true,
                date: Date(timeIntervalSince1970: 1_700_000_000.123), uuid: UUID(), colour: .green, missing: nil),
            Everything(
                int: 0, double: -.infinity, text: "", data: Data(), bool: false, date: Date(timeIntervalSince1970: -1),
                uuid: UUID(), colour: .red, missing: 7),
        ]
        try await store.database.write { db in
            for v in values {
                try db.run(
                    """
                    INSERT INTO v VALUES (\(v.int), \(v.double), \(v.text), \(v.data), \(v.bool), \(v.date), \(v.uuid),
                        \(v.colour), \(v.missing))
                    """)
            }
        }
        let read = try await store.database.read { db in
            try db.rows("SELECT * FROM v ORDER BY a") { row in
                Everything(
                    int: try row["a"], double: try row["b"], text: try row["c"], data: try row["d"], bool: try row["e"],
                    date: try row["f"], uuid: try row["g"], colour: try row[7], missing: try row["i"])
            }
        }
        #expect(read == values)
        #expect(try await store.database.read { db in try db.value("SELECT length(d) FROM v WHERE a = 0") } == 0)
        await store.close()
        #expect(store.faults.isEmpty)
    }

    @Test func namesTheColumnThatCannotBeRead() async throws {
        let store = try await TemporaryDatabase()
        let cases: [(@Sendable (any SQLRow) throws -> Void, SQLError.Code, String)] = [
            ({ _ = try $0["a", as: Int.self] }, .unexpectedNull, "column a is NULL"),
            ({ _ = try $0["b", as: Int.self] }, .typeMismatch, "column b holds TEXT"),
            ({ _ = try $0[1, as: Int?.self] }, .typeMismatch, "column b holds TEXT"),
            ({ _ = try $0["z", as: Int.self] }, .unknownColumn, "no column z, only a, b"),
            ({ _ = try $0[2, as: Int.self] }, .unknownColumn, "no column 2"),
            ({ _ = try $0[-1, as: Int.self] }, .unknownColumn, "no column -1"),
        ]
        for (read, code, message) in cases {
            let error = await #expect(throws: SQLError.self) {
                try await store.database.read { db in try db.first("SELECT NULL AS a, 'private' AS b", read) }
            }
            #expect(error?.code == code)
            #expect(error?.message.contains(message) == true)
            #expect(error?.message.contains("private") == false)
        }
    }

    @Test func refusesARowThatIsPast() async throws {
        let store = try await TemporaryDatabase()
        let error = await #expect(throws: SQLError.self) {
            try await store.database.read { db in
                let row = try db.first("SELECT 1 AS a") { $0 }
                _ = try row?["a", as: Int.self]
            }
        }
        #expect(error?.code == .misuse)
    }

    @Test func offersShortWaysToAsk() async throws {
        let store = try await TemporaryDatabase.notes()
        let id: Int? = try await store.database.write { db in
            try db.run("INSERT INTO notes (text) VALUES ('a'), ('b')")
            return try db.value("INSERT INTO notes (text) VALUES (\("c")) RETURNING id")
        }
        #expect(id == 3)
        try await store.database.read { db throws in
            #expect(try db.values("SELECT text FROM notes ORDER BY id") == ["a", "b", "c"])
            #expect(try db.value("SELECT count(*) FROM notes") == 3)
            #expect(try db.exists("SELECT 1 FROM notes WHERE text = \("b")"))
            #expect(try !db.exists("SELECT 1 FROM notes WHERE text = \("z")"))
            #expect(try db.value("SELECT text FROM notes WHERE id IN \(in: [2])") == "b")
            #expect(try db.values("SELECT id FROM notes WHERE id NOT IN \(in: [Int]())") == [1, 2, 3])
            #expect(try db.first("SELECT id FROM notes WHERE id = 9") { row in try row[0, as: Int.self] } == nil)
            #expect(try db.value("SELECT max(id) FROM notes WHERE id = 9", as: Int?.self) == .some(nil))
        }
    }

    @Test func countsTheRowsThatAStatementChanged() async throws {
        let store = try await TemporaryDatabase.notes()
        try await store.database.write { db throws in
            #expect(try db.run("INSERT INTO notes (text) VALUES ('a'), ('b')").rowsChanged == 2)
            #expect(try db.run("CREATE TABLE other (x INTEGER)").rowsChanged == 0)
            #expect(try db.run("UPDATE notes SET text = 'c' WHERE id = 99").rowsChanged == 0)
            #expect(try db.run("DELETE FROM notes").rowsChanged == 2)
        }
    }

    @Test func readsWithTheSameStatementWhileItsRowsAreRead() async throws {
        let store = try await TemporaryDatabase.notes(["a", "b", "c"])
        let pairs = try await store.database.read { db in
            try db.rows("SELECT text FROM notes ORDER BY id") { row in
                let outer: String = try row[0]
                let inner: [String] = try db.values("SELECT text FROM notes ORDER BY id")
                return outer + inner.joined()
            }
        }
        #expect(pairs == ["aabc", "babc", "cabc"])
        await store.close()
        #expect(store.faults.isEmpty)
    }

    /// What is bound isn't copied: it has to stay as long as the statement is in
    /// use, whatever is bound to others meanwhile.
    @Test func valuesStayWhileOtherStatementsRun() async throws {
        let store = try await TemporaryDatabase.notes((0..<200).map { "\($0 + 100)" })
        let count = try await store.database.read { db throws in
            try Self.countTexts(below: "20" + String(repeating: "b", count: 3000), in: db) { () throws in
                for filler in ["00", "99"] {
                    let other = String(repeating: filler, count: 1501)
                    #expect(try Self.countTexts(below: other, in: db) == (filler == "00" ? 0 : 200))
                    #expect(try !db.exists("SELECT 1 FROM notes WHERE text = \(other)"))
                }
            }
        }
        #expect(count == 110)
    }

    private static func countTexts(
        below limit: String, in db: any SQLReading, forEach body: () throws -> Void = {}
    ) throws -> Int {
        try db.rows("SELECT text FROM notes WHERE text < \(limit)") { row throws in
            let text: String = try row[0]
            try body()
            #expect(try row[0] == text)
        }.count
    }

    @Test func keepsMoreStatementsThanItsCacheHolds() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        try await store.database.read { db throws in
            for _ in 0..<2 {
                for count in 1...150 {
                    let list = Array(repeating: 1, count: count)
                    #expect(try db.values("SELECT id FROM notes WHERE id IN \(in: list)") == [1])
                }
            }
        }
        await store.close()
        #expect(store.faults.isEmpty)
    }

    @Test(
        arguments: [
            ("INSERT INTO child (parent) VALUES (1)", SQLError.Code.foreignKeyViolation, nil),
            ("INSERT INTO parent (email) VALUES ('a')", .uniqueViolation, "parent.email"),
            ("INSERT INTO parent (email) VALUES (NULL)", .notNullViolation, "parent.email"),
            ("INSERT INTO parent (email) VALUES ('')", .checkViolation, "has_text"),
            ("INSERT INTO nowhere VALUES (1)", .statement, nil),
            ("INSERT INTO parent (email) VALUES (\"b\")", .statement, nil),
            ("COMMIT", .notAllowed, nil),
            ("SAVEPOINT x", .notAllowed, nil),
            ("ATTACH '/tmp/other.db' AS other", .notAllowed, nil),
            ("PRAGMA synchronous = OFF", .notAllowed, nil),
            ("DELETE FROM parent; DELETE FROM child", .statement, nil),
            ("DELETE FROM parent WHERE email = ?", .statement, nil),
            ("", .statement, nil),
        ] as [(StaticText, SQLError.Code, String?)])
    func saysWhatIsWrongWithAStatement(text: StaticText, code: SQLError.Code, constraint: String?) async throws {
        let store = try await TemporaryDatabase(
            Migration(
                "family-0001",
                """
                CREATE TABLE parent (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, CONSTRAINT has_text CHECK (email <> ''));
                CREATE TABLE child (parent INTEGER REFERENCES parent (id));
                INSERT INTO parent (id, email) VALUES (7, 'a');
                """))
        let error = await #expect(throws: SQLError.self) {
            try await store.database.write { db in
                try db.run("INSERT INTO parent (email) VALUES ('rolled back')")
                try db.run(text.sql)
            }
        }
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(error?.constraint == constraint)
        #expect(try await store.database.read { db in try db.values("SELECT email FROM parent") } == ["a"])
    }

    @Test func refusesAParameterInTheTextEachTime() async throws {
        let store = try await TemporaryDatabase()
        for _ in 0..<2 {
            let error = await #expect(throws: SQLError.self) {
                try await store.database.read { db in try db.exists("SELECT 1 WHERE 1 = ?") }
            }
            #expect(error?.message.contains("1 parameters for 0 values") == true)
        }
    }

    @Test func refusesToWriteInARead() async throws {
        let store = try await TemporaryDatabase.notes(["a"])
        let error = await #expect(throws: SQLError.self) {
            try await store.database.read { db in
                try db.first("DELETE FROM notes RETURNING id") { row in try row[0, as: Int.self] }
            }
        }
        #expect(error?.code == .readOnly)
        #expect(try await store.database.read { db in try db.values("SELECT text FROM notes") } == ["a"])
    }

    @Test func undoesASavepointAlone() async throws {
        struct Refused: Error {}
        let store = try await TemporaryDatabase.notes()
        try await store.database.write { db in
            try db.run("INSERT INTO notes (text) VALUES ('kept')")
            #expect(throws: Refused.self) {
                try db.savepoint { db in
                    try db.run("INSERT INTO notes (text) VALUES ('outer')")
                    try db.savepoint { db in try db.run("INSERT INTO notes (text) VALUES ('inner')") }
                    throw Refused()
                }
            }
            try db.savepoint { db in
                try db.run("INSERT INTO notes (text) VALUES ('second')")
                #expect(throws: Refused.self) {
                    try db.savepoint { db in
                        try db.run("INSERT INTO notes (text) VALUES ('undone')")
                        throw Refused()
                    }
                }
            }
        }
        #expect(
            try await store.database.read { db in try db.values("SELECT text FROM notes ORDER BY id") } == [
                "kept", "second",
            ])
    }

    @Test func rollsBackWhatAClosureThrewAfter() async throws {
        struct Refused: Error, Equatable {}
        let store = try await TemporaryDatabase.notes()
        await #expect(throws: Refused()) {
            try await store.database.write { db in
                try db.run("INSERT INTO notes (text) VALUES ('a')")
                throw Refused()
            }
        }
        #expect(try await store.database.read { db in try db.value("SELECT count(*) FROM notes") } == 0)
    }

    @Test func findsAViolatedReferenceAtTheEndOfATransaction() async throws {
        let store = try await TemporaryDatabase(
            Migration(
                "family-0001",
                """
                CREATE TABLE parent (id INTEGER PRIMARY KEY);
                CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
                """))
        let error = await #expect(throws: SQLError.self) {
            try await store.database.write { db in try db.run("INSERT INTO child VALUES (1)") }
        }
        #expect(error?.code == .foreignKeyViolation)
        #expect(try await store.database.read { db in try db.value("SELECT count(*) FROM child") } == 0)
        try await store.database.write { db in
            try db.run("INSERT INTO child VALUES (1)")
            try db.run("INSERT INTO parent VALUES (1)")
        }
        #expect(try await store.database.read { db in try db.value("SELECT count(*) FROM child") } == 1)
    }
}
