import CSQLite
import SQLStoreAPI
import SQLStoreCore

/// Opens the writing connection: creates, verifies and migrates the file.
struct Opener: Sendable {
    let settings: SQLStoreSettings
    let migrations: @Sendable () -> [Migration]
    let observe: @Sendable (SQLStoreEvent) -> Void
    let groupLimits: CommitGroup.Limits

    var file: DatabaseFile { DatabaseFile(path: settings.path) }

    /// Opens the connection on the present thread.
    func open() throws(SQLError) -> Connection {
        try file.prepareFolder()
        let lock = FileLock(path: file.lock, timeout: settings.busyTimeout) { observe(.waits(path: settings.path)) }
        let connection = try lock.hold(openOrReplace)
        file.makePrivate()
        try Migrator(connection: connection, knows: settings.knows, now: settings.now, observe: observe).apply(
            migrations())
        return connection
    }

    /// Opens a connection that only reads.
    ///
    /// - Parameters:
    ///   - file: Which file it has to be; nil for whichever is there.
    ///   - isPatient: Whether it waits for other processes.
    func openReader(of file: FileIdentity?, isPatient: Bool = true) throws(SQLError) -> Connection {
        let connection = try Connection(
            path: settings.path, isReadOnly: true, busyTimeout: isPatient ? settings.busyTimeout : .zero)
        guard let file, try FileIdentity(of: settings.path) != file else { return connection }
        throw SQLError(.cannotOpen, "\(settings.path) was moved or replaced while it was in use")
    }

    private func openOrReplace() throws(SQLError) -> Connection {
        do {
            return try openVerified()
        } catch {
            guard error.code == .damaged else { throw error }
            guard settings.damagePolicy == .setAside else { throw refused(error) }
            let damaged = try file.setAside(reason: error.message, at: settings.now())
            observe(.setAside(damaged))
        }
        return try openVerified()
    }

    private func refused(_ error: SQLError) -> SQLError {
        SQLError(
            .damaged,
            """
            \(error.message). Nothing was changed: \(settings.path) and what is beside it are as found. \
            Restore a backup to \(settings.path), or move the damaged files away to begin with an empty database.
            """, sql: error.sql, nativeCode: error.nativeCode)
    }

    private func openVerified() throws(SQLError) -> Connection {
        try inspect()
        let connection = try Connection(
            path: settings.path, isReadOnly: false, busyTimeout: settings.busyTimeout, groupLimits: groupLimits)
        guard !connection.isReadOnly else { throw SQLError(.readOnly, "\(settings.path) can't be written") }
        // Until the file is known to be sound, nothing is copied from the log
        // into it, not even when the connection is closed.
        try connection.set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        let mode = try connection.texts("PRAGMA journal_mode = WAL")
        guard mode == ["wal"] else {
            throw SQLError(.cannotOpen, "\(settings.path): no write-ahead log is possible here, only \(mode)")
        }
        // NORMAL loses confirmed writes in power cuts.
        try connection.script(
            """
            PRAGMA synchronous = FULL;
            PRAGMA secure_delete = ON;
            PRAGMA journal_size_limit = \(settings.logSizeLimit)
            """)
        try verify(connection)
        let copy = try connection.texts("SELECT name FROM sqlite_schema WHERE name = \(CopyRecord.table)")
        guard copy.isEmpty else { throw CopyRecord.unfinished }
        if !settings.mayBegin(), try connection.texts("SELECT name FROM sqlite_schema LIMIT 1").isEmpty {
            throw SQLError(.damaged, "\(settings.path) has no tables, as if its log had been lost")
        }
        try connection.set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
        return connection
    }

    /// Looks for what SQLite would take for the beginning of a new database: no
    /// file, and an empty one.
    ///
    /// What is in a file, and in the log beside it, is SQLite's to judge.
    private func inspect() throws(SQLError) {
        switch try DatabaseFile.size(of: file.path) {
        case nil:
            if let size = try DatabaseFile.size(of: file.log), size > 0 {
                throw SQLError(.damaged, "\(file.path) is missing, while its log \(file.log) is there")
            }
            try file.createWhole()
        case 0: throw SQLError(.damaged, "\(file.path) is empty")
        default: return
        }
    }

    func verify(_ connection: Connection) throws(SQLError) {
        let findings: [String]
        switch settings.verification {
        case .header: findings = try connection.texts("SELECT 'ok' FROM (SELECT count(*) FROM sqlite_schema)")
        case .quick: findings = try connection.texts("PRAGMA quick_check(5)")
        case .full: findings = try connection.texts("PRAGMA integrity_check(5)")
        }
        guard findings != ["ok"] else { return }
        // The library counts a page that it couldn't read among the damaged ones.
        if let failure = connection.diskFailure { throw failure }
        throw SQLError(.damaged, "\(settings.path): \(findings.joined(separator: "; "))")
    }
}
