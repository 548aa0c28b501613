public import SQLStoreAPI
public import Testing

/// A store that a conformance suite examines.
public protocol SQLStoreUnderTest: Sendable {
    /// The database, open.
    var database: any SQLDatabase { get }

    /// Closes the database and opens it again, as a restart of the program does.
    ///
    /// - Parameter newer: The migrations of another version of the program; nil
    ///   for the same ones.
    /// - Throws: `SQLError`; it is closed then.
    func reopen(with newer: [Migration]?) async throws

    /// Closes the database, as at the end of a program.
    func close() async
}

extension TemporaryDatabase: SQLStoreUnderTest {}

/// What every engine does that keeps a database for features, whatever it is.
///
/// It is written in the SQL that all share, and assumes neither that writes run
/// one after another nor that each closure is called once.
public struct SQLDatabaseConformance {
    let make: ([Migration]) async throws -> any SQLStoreUnderTest
    let sourceLocation: SourceLocation

    /// Creates a suite.
    ///
    /// - Parameter make: Opens an empty store and makes these tables.
    public init(
        sourceLocation: SourceLocation = #_sourceLocation,
        make: @escaping ([Migration]) async throws -> any SQLStoreUnderTest
    ) {
        self.make = make
        self.sourceLocation = sourceLocation
    }

    /// Runs every check, each with a store of its own.
    public func run() async throws {
        try await checkStatements()
        try await checkErrors()
        try await checkTransactions()
        try await checkCancellation()
        try await checkNumbersAndLocks()
        try await checkAftermath()
        try await checkSignals()
        try await checkMigrations()
    }

    /// What a closure throws to undo what it did.
    struct Refused: Error, Equatable {}

    /// A table of notes, in the types that all engines know.
    static let notes = Migration(
        "notes-0001",
        """
        CREATE TABLE notes (
            position BIGINT PRIMARY KEY,
            text TEXT NOT NULL UNIQUE CHECK (text <> ''),
            parent BIGINT REFERENCES notes (position)
        );
        """)

    /// Notes with the positions 1, 2 and so on: a series may leave numbers out.
    func makeNotes(_ texts: String...) async throws -> any SQLStoreUnderTest {
        let store = try await make([Self.notes])
        try await store.database.write { db in
            for (index, text) in texts.enumerated() {
                try db.run("INSERT INTO notes (position, text) VALUES (\(index + 1), \(text))")
            }
        }
        return store
    }

    static func add(_ text: String, to database: any SQLDatabase, _ manner: SQLManner = .exclusive) async throws {
        try await database.write(manner) { db in try add(text, in: db) }
    }

    static func add(_ text: String, in db: any SQLWriting) throws {
        try db.run("INSERT INTO notes (position, text) VALUES (\(try db.nextNumber(of: .notes)), \(text))")
    }

    static func texts(in db: any SQLReading) throws -> [String] {
        try db.values("SELECT text FROM notes ORDER BY position")
    }

    func expectTexts(_ texts: [String], in store: any SQLStoreUnderTest, _ comment: Comment) async throws {
        let found = try await store.database.read { db in try Self.texts(in: db) }
        #expect(found == texts, comment, sourceLocation: sourceLocation)
    }

    func expect(_ code: SQLError.Code, _ comment: Comment, _ body: () async throws -> Void) async {
        let error = await #expect(throws: SQLError.self, comment, sourceLocation: sourceLocation) { try await body() }
        #expect(error?.code == code, comment, sourceLocation: sourceLocation)
    }
}

extension SQLSeries {
    static let notes = SQLSeries("notes.position", latest: "SELECT MAX(position) FROM notes")
}
