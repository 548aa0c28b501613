import FoundationEssentials
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreCopying
import SQLStorePostgres
import SQLStoreSQLite
import Testing

/// A whole database that moves to another engine.
struct DatabaseCopyTests {
    private static let kinds: SQL = "SELECT * FROM kinds ORDER BY part, key"
    private static let parts: SQL = "SELECT * FROM parts ORDER BY item, text"

    /// What an engine could get wrong: limits, other alphabets, what looks like an escape, nothing at all.
    private static let values: [(key: [UInt8], whole: Int64?, fraction: Double?, text: String?, bytes: [UInt8]?)] = [
        ([], .max, .greatestFiniteMagnitude, "", []),
        ([0], .min, -.leastNonzeroMagnitude, "Ünïcödé 日本語 👩‍👩‍👧 e\u{301} \u{FEFF}", Array(0...255)),
        ([0, 0], 0, 0.1, #"\x00 '' "" \\ $1 ? % _"#, [0]),
        ([255], nil, nil, nil, nil),
        ([0x5C, 0x78], -1, 1e15, " \t\r\n\u{7F}\u{1B}", Array("\\x41".utf8)),
    ]

    private func fill(_ database: any SQLDatabase) async throws {
        try await database.addItems(300)
        try await database.write { db in
            for (part, value) in Self.values.enumerated() {
                try db.run(
                    """
                    INSERT INTO kinds (part, key, whole, fraction, text, bytes)
                    VALUES (\(part), \(Data(value.key)), \(value.whole), \(value.fraction), \(value.text),
                        \(value.bytes.map { Data($0) }))
                    """)
            }
            // Without a key rows may be the same, and NULL.
            for text in ["same", "same", nil] as [String?] {
                try db.run("INSERT INTO parts (item, text) VALUES (3, \(text))")
            }
        }
    }

    @Test(.requirement("SCALE-05"))
    func everyValueArrivesAndComesBack() async throws {
        let stage = try await CopyStage()
        let before = try await stage.inFile { database in
            try await fill(database)
            return try await (database.rows(Self.kinds), database.rows(Self.parts))
        }
        let there = try await stage.copy()
        #expect(there.rows == 300 + 30 + 3 + 5 + 1 + 2 && there.rowsKept == 0 && there.leftOut == [])
        let after = try await stage.onPostgres { try await ($0.rows(Self.kinds), $0.rows("SELECT * FROM words")) }
        #expect(after.0 == before.0)
        #expect(after.1 == [[.text("0")]], "what a migration adds isn't added twice")
        let back = stage.path(of: "back.sqlite")
        #expect(try await Set(stage.copyBack(to: back).tables) == Set(there.tables))
        let again = try await stage.inFile(back) { try await ($0.rows(Self.kinds), $0.rows(Self.parts)) }
        #expect(again == before)
    }

    @Test(.requirement("SCALE-05"))
    func aSeriesGoesOnBehindWhatWasCopied() async throws {
        let stage = try await CopyStage(), series = SQLSeries("items.numbers", latest: "SELECT MAX(number) FROM items")
        try await stage.inFile { try await $0.addItems(100) }
        _ = try await stage.copy()
        let next = try await stage.onPostgres { try await $0.write { db in try db.nextNumber(of: series) } }
        #expect(next == 301)
    }

    @Test(.requirement("SCALE-05"))
    func anOlderDatabaseIsCopiedAsItIsAndBroughtUpToDateThere() async throws {
        let old = Array([Migration].all.prefix(1)), stage = try await CopyStage(old)
        _ = try await stage.copy()
        let tables = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'"
        #expect(try await stage.administer(tables) == "4")
        try await stage.onPostgres { _ in }
        #expect(try await stage.administer(tables) == "5")
    }

    @Test(.requirement("SCALE-05"), arguments: ["CREATE TABLE people (id INT)", "CREATE VIEW people AS SELECT 1"])
    func whatIsNotEmptyIsRefusedAndLeftAlone(statement: String) async throws {
        let stage = try await CopyStage()
        try await stage.administer(statement)
        let refusal = await #expect(throws: CopyObstacle.self) { try await stage.copy() }
        #expect(refusal == .occupied(["people"]))
        #expect(
            try await stage.administer("SELECT string_agg(relname, ' ') FROM pg_class WHERE relnamespace = 2200")
                == "people")
        #expect(try await stage.administer("SELECT to_regtype('blob') IS NULL") == "t")
    }

    @Test(.requirement("SCALE-05"))
    func aDatabaseOfAServerIsRefusedAndACopyThatIsCompleteIsOne() async throws {
        let stage = try await CopyStage()
        _ = try await stage.copy()
        let again = await #expect(throws: CopyObstacle.self) { try await stage.copy() }
        guard case .occupied(let tables)? = again else { return }
        #expect(tables.contains("schema_migrations"))
        let file = stage.path(of: "other.sqlite")
        try await stage.inFile(file) { _ in }
        await #expect(throws: CopyObstacle.self) { try await stage.copyBack(to: file) }
    }

    @Test(.requirement("SCALE-05"))
    func aServerThatWorksThereIsNotDisturbed() async throws {
        let stage = try await CopyStage()
        var settings = stage.settings
        settings.servesAlone = true
        let served = settings
        let server = PostgresDatabase(served, migrations: { [] })
        try await server.open()
        let refusal = await #expect(throws: UnfitDatabase.self) { try await stage.copy() }
        #expect(refusal == .served)
        await server.close()
    }

    @Test(.requirement("SCALE-05"))
    func nobodyChangesMeanwhileWhatIsCopied() async throws {
        let stage = try await CopyStage(), path = stage.path
        try await stage.inFile { try await $0.addItems(500) }
        let errors = Locked<[SQLError.Code]>([])
        _ = try await stage.copy { _ in
            do throws(SQLError) {
                let other = try Connection(path: path, isReadOnly: false, busyTimeout: .zero)
                defer { _ = other.close() }
                try other.beginChanges()
            } catch {
                errors.withLock { $0.append(error.code) }
            }
        }
        #expect(Set(errors.current) == [.busy])
    }

    @Test(.requirement("SCALE-05"))
    func whatCannotBeKeptThereIsNamedByItsTableAndPlace() async throws {
        let stage = try await CopyStage()
        try await stage.inFile { database in
            try await database.addItems(250)
            try await database.write { db in
                try db.run("UPDATE items SET text = 'secret' || char(0) WHERE number = 600")
            }
        }
        let refusal = await #expect(throws: CopyObstacle.self) { try await stage.copy() }
        guard case .unfit("items", let rows, let reason)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(rows.contains(200) && rows.count == 100 && !reason.contains("secret"))
        try await stage.inFile { database in
            try await database.write { db in try db.run("UPDATE items SET text = 'mended' WHERE number = 600") }
        }
        #expect(try await stage.copy().rows > 250)
    }

    @Test(.requirement("SCALE-05"))
    func aFileThatIsNoServersIsNotCopied() async throws {
        let stage = try await CopyStage(), empty = stage.path(of: "empty.sqlite")
        _ = try Connection.copyTarget(empty).close()
        let refusal = await #expect(throws: CopyObstacle.self) {
            try await CopyStage.copy(.file(empty), to: .server(stage.settings))
        }
        #expect(refusal == .noTables)
        let unknown = await #expect(throws: SQLError.self) { try await stage.copy([]) }
        #expect(unknown?.code == .migrationUnknown)
        #expect(try await stage.administer("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'") == "0")
    }
}
