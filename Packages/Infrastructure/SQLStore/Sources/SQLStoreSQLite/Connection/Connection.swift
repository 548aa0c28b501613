import CResidentReads
import CSQLite
import Glibc
package import SQLStoreAPI
package import SQLStoreCore

/// One open connection; used on one thread only.
@safe package final class Connection: PooledConnection {
    /// The operation that runs now; statements end when it is cancelled.
    package var cancellation: Cancellation?
    /// A file is never lost.
    package var isBroken: Bool { false }
    /// Whether statements may begin transactions, set `PRAGMA`s and attach.
    var isPrivileged = true
    /// The number of pages in the write-ahead log after the last commit.
    var logPages = 0
    var logLimits = LogLimits()
    /// Whether commits are synchronised, as the one who opens it to write sees to.
    var durability = SQLManner.Durability.durable
    /// How many writes are committed together.
    let groupLimits: CommitGroup.Limits
    /// The writes that are, at the moment.
    var group: CommitGroup

    let path: String
    private var handle: OpaquePointer?
    private let cache = StatementCache(capacity: 64)
    /// Our own statements, kept apart: a COMMIT from here must not be found by a
    /// caller who may not compile one.
    private let privilegedCache = StatementCache(capacity: 16)
    var patience: Patience
    /// What the present operation took so far, where somebody counts that.
    var effort = Effort()

    /// Opens a file that exists.
    ///
    /// - Parameter isStill: Whether nobody writes to it, so that nothing is made beside it to read it either.
    package init(
        path: String, isReadOnly: Bool, isStill: Bool = false, busyTimeout: Duration,
        groupLimits: CommitGroup.Limits = CommitGroup.Limits()
    ) throws(SQLError) {
        _ = Self.readsResident
        self.path = path
        self.groupLimits = groupLimits
        group = CommitGroup(groupLimits)
        patience = Patience(limit: busyTimeout)
        let mode = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        // Each connection stays on its thread, so it needs no mutex.
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
        var handle: OpaquePointer?
        // https://www.sqlite.org/c3ref/open.html, "URI Filenames"
        let name = isStill ? "file:\(Self.escaped(path))?immutable=1" : path
        let code = unsafe sqlite3_open_v2(name, &handle, isStill ? flags | SQLITE_OPEN_URI : flags, nil)
        unsafe self.handle = handle
        guard code == SQLITE_OK else {
            let error = failure(code)
            unsafe sqlite3_close_v2(handle)
            unsafe self.handle = nil
            throw error
        }
        unsafe installCallbacks(on: handle)
        try configure(isReadOnly: isReadOnly)
    }

    private static func escaped(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    }

    /// Done once, before the first connection: nobody asks how much memory the
    /// library uses, and to count it is a tenth of what a look-up costs.
    private static let setUpLibrary: Void = csqlite_count_no_memory()

    /// Whether the library can read what is in memory and nothing else, which it is prepared for before the first
    /// connection, too.
    static let readsResident = {
        setUpLibrary
        return resident_reads_set_up() != 0
    }()

    /// How many bytes the library has counted.
    package static var countedMemory: Int { Int(sqlite3_memory_used()) }

    deinit {
        cache.removeAll()
        privilegedCache.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    private func configure(isReadOnly: Bool) throws(SQLError) {
        for (option, isOn) in [
            (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (SQLITE_DBCONFIG_ENABLE_FKEY, true), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
            // "x" is an identifier, as in PostgreSQL, and never a text.
            (SQLITE_DBCONFIG_DQS_DML, false), (SQLITE_DBCONFIG_DQS_DDL, false),
        ] {
            try set(option: option, isOn)
        }
        // Temporary tables would otherwise leave personal data in /tmp.
        try script("PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON")
        if isReadOnly { try script("PRAGMA query_only = ON") }
    }

    func set(option: Int32, _ isOn: Bool) throws(SQLError) {
        guard let handle = unsafe handle else { throw Self.isClosed }
        let code = unsafe csqlite_set_option(handle, option, isOn ? 1 : 0)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// The handle, for the backup functions.
    func withHandle<Value>(_ body: (OpaquePointer) throws(SQLError) -> Value) throws(SQLError) -> Value {
        guard let handle = unsafe handle else { throw Self.isClosed }
        return try unsafe body(handle)
    }

    private static var isClosed: SQLError { SQLError(.closed, "the connection is closed") }

    /// Closes the connection, and reports statements that are still in use.
    package func close() -> SQLError? {
        cache.removeAll()
        privilegedCache.removeAll()
        var forgotten: [String] = []
        var statement = unsafe sqlite3_next_stmt(handle, nil)
        while let pointer = unsafe statement {
            forgotten.append(unsafe sqlite3_sql(pointer).map { unsafe String(cString: $0) } ?? "?")
            unsafe statement = unsafe sqlite3_next_stmt(handle, pointer)
        }
        // The library keeps what such statements need until they are gone.
        unsafe sqlite3_close_v2(handle)
        unsafe handle = nil
        return forgotten.isEmpty
            ? nil : SQLError(.misuse, "statements were left open: \(forgotten.joined(separator: "; "))")
    }
}

// MARK: - Statements

extension Connection {
    /// Whether a transaction is open.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Whether the file can't be written.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// The number of rows changed since the connection was opened.
    var totalChanges: Int { Int(unsafe sqlite3_total_changes64(handle)) }

    /// The number of rows the last statement changed.
    var lastChanges: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// Calls `body` with the statement, bound and ready to step.
    @inline(__always)
    package func withStatement<Value>(_ sql: SQL, _ body: (Statement) throws -> Value) throws -> Value {
        try cancellation?.check()
        return try statement(sql.form).use(sql.form, body)
    }

    /// The statement, compiled.
    func statement(_ form: SQLForm) throws(SQLError) -> Statement {
        if let cached = isPrivileged ? privilegedCache.statement(form) : cache.statement(form) { return cached }
        let new = try prepare(form)
        (isPrivileged ? privilegedCache : cache).add(new, for: form)
        return new
    }

    /// Runs a statement of our own that returns nothing of interest.
    func run(_ sql: SQL) throws(SQLError) {
        do {
            try withStatement(sql) { statement in while try statement.step() {} }
        } catch let error as SQLError {
            throw error
        } catch {
            throw SQLError(.other, "\(error)")
        }
    }

    /// The first column of all rows of a statement of our own, as text.
    func texts(_ sql: SQL) throws(SQLError) -> [String] {
        do {
            return try withStatement(sql) { statement in
                var texts: [String] = []
                while try statement.step() {
                    if case .text(let text) = statement.value(at: 0) { texts.append(text) }
                }
                return texts
            }
        } catch let error as SQLError {
            throw error
        } catch {
            throw SQLError(.other, "\(error)")
        }
    }

    private func prepare(_ form: SQLForm) throws(SQLError) -> Statement {
        let text = form.text
        let (statement, rest) = try compile(text, shape: form.shape)
        guard let statement else { throw SQLError(.statement, "there is no statement in the text", sql: text) }
        if let (further, _) = try? compile(rest), further != nil {
            throw SQLError(.statement, "one statement at a time", sql: text)
        }
        let parameters = statement.parameterCount, values = form.valueCount
        guard parameters == values else {
            throw SQLError(
                .statement, "the text has \(parameters) parameters for \(values) values: write no ? in it", sql: text)
        }
        return statement
    }

    /// Runs statements one after another.
    func script(_ text: String) throws(SQLError) {
        var rest = text
        while true {
            try cancellation?.check()
            let (statement, further) = try compile(rest)
            if let statement { while try statement.step() {} }
            if further.isEmpty { return }
            rest = further
        }
    }

    /// Calls `body` with a statement that is used this once.
    func withCompiled(_ text: String, _ body: (Statement) throws -> Void) throws {
        try cancellation?.check()
        if let statement = try compile(text).0 { try body(statement) }
    }

    /// The texts of the callers' statements that are kept.
    var keptTexts: [String] { cache.texts.sorted() }

    /// The steps in which SQLite would carry a statement out.
    func plan(of text: String) throws(SQLError) -> [String] {
        guard let statement = try compile("EXPLAIN QUERY PLAN " + text).0 else { return [] }
        var steps: [String] = []
        while try statement.step() {
            if case .text(let step) = statement.value(at: 3) { steps.append(step) }
        }
        return steps
    }

    /// Compiles the first statement of a text and returns what follows it.
    ///
    /// - Parameter shape: What the text is made of, if the statement is to be kept.
    private func compile(_ text: String, shape: ContiguousArray<UInt64>? = nil) throws(SQLError) -> (
        Statement?, rest: String
    ) {
        guard let handle = unsafe handle else { throw Self.isClosed }
        var text = text
        var pointer: OpaquePointer?
        var rest = ""
        let flags = shape != nil ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let code = unsafe sqlite3_prepare_v3(
                    handle, characters.baseAddress, Int32(clamping: characters.count), flags, &pointer, &tail)
                if let start = characters.baseAddress, let tail = unsafe tail {
                    rest = unsafe String(decoding: bytes[(tail - start)...], as: UTF8.self)
                }
                return code
            }
        }
        guard code == SQLITE_OK else { throw failure(code, sql: text) }
        guard let pointer = unsafe pointer else { return (nil, "") }
        return (unsafe Statement(pointer, shape: shape, text: text, connection: self), rest)
    }

    /// The error that a result code of the library stands for.
    func failure(_ code: Int32, sql: String? = nil) -> SQLError {
        if [SQLITE_INTERRUPT, SQLITE_BUSY].contains(code & 0xFF), let error = cancellation?.error { return error }
        let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? "error \(code)"
        let systemError = unsafe sqlite3_system_errno(handle)
        if code & 0xFF == SQLITE_CANTOPEN, SQLError.Code(systemError: systemError) != nil {
            return SystemFailure(call: "\(path): \(message)", code: systemError).sqlError
        }
        // What isn't there yet, such as the index of the log, has no room either.
        if code & 0xFF == SQLITE_IOERR, [ENOSPC, EDQUOT].contains(systemError) {
            return SystemFailure(call: "\(path): \(message)", code: systemError).sqlError
        }
        // The library calls what the disk doesn't give damaged (SQLITE_IOERR_CORRUPTFS
        // becomes SQLITE_CORRUPT).
        if [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF), let diskFailure { return diskFailure }
        return SQLError(sqliteCode: code, message: message, path: path, sql: sql)
    }
}
