import CoreModels
import Glibc
import Locking
package import SQLStoreAPI
import SQLStoreCore
import Threads

/// A database in a file of SQLite, in WAL mode.
package final class SQLiteDatabase: SQLDatabase, SQLMaintaining {
    private struct Open: Sendable {
        let writer: ConnectionPool<Connection>
        let readers: ConnectionPool<Connection>
        let inPlace: ReadsInPlace
        /// For what takes long: backups and verification.
        let errands: ConnectionPool<Connection>
        let changes: ChangeWatch
        let others: OthersWatch
    }

    private enum Phase {
        case new
        case opening
        case open(Open)
        /// Only reads, for an examination.
        case examined(ConnectionPool<Connection>)
        case closed
    }

    private let phase = Locked(Phase.new)
    let opener: Opener
    private let signals = Listeners()
    let settings: SQLStoreSettings
    private let observe: @Sendable (SQLStoreEvent) -> Void
    private let changeInterval: Duration

    /// - Parameters:
    ///   - changeInterval: How long a commit of another process may go unnoticed.
    ///   - groupLimits: How many writes are committed together.
    package init(
        _ settings: SQLStoreSettings, migrations: @escaping @Sendable () -> [Migration],
        observer: (any SQLStoreObserving)? = nil, changeInterval: Duration = .milliseconds(5),
        groupLimits: CommitGroup.Limits = CommitGroup.Limits()
    ) {
        self.settings = settings
        self.changeInterval = changeInterval
        observe = { observer?.observe($0) }
        opener = Opener(
            settings: settings, migrations: migrations, observe: observe, groupLimits: groupLimits)
    }

    // MARK: - Life

    /// Opens, verifies and migrates the file.
    package func open() async throws(SQLError) {
        try phase.withLock { (phase) throws(SQLError) in
            guard case .new = phase else { throw SQLError(.misuse, "the store was started before") }
            phase = .opening
        }
        do {
            let open = try await makeOpen()
            phase.withLock { $0 = .open(open) }
        } catch {
            phase.withLock { $0 = .new }
            throw error
        }
        observe(.opened(path: settings.path))
    }

    private func makeOpen() async throws(SQLError) -> Open {
        let opener = opener
        let writer = ConnectionPool(name: "sql-writer", limit: 1) { () throws(SQLError) in try opener.open() }
        let changes: ChangeWatch, file: FileIdentity?, others: OthersWatch
        do {
            // The first use opens the connection.
            (changes, file, others) = try await writer.perform(isWriting: true) {
                [settings, changeInterval] connection in
                let changes = ChangeWatch(try opener.openReader(of: nil), interval: changeInterval)
                let others = OthersWatch(version: try connection.dataVersion())
                return (changes, try FileIdentity(of: settings.path), others)
            }
        } catch {
            _ = await writer.close()
            throw error as? SQLError ?? SQLError(.other, "\(error)")
        }
        return Open(
            writer: writer,
            readers: ConnectionPool(name: "sql-reader", limit: settings.readers) { () throws(SQLError) in
                try opener.openReader(of: file)
            },
            inPlace: ReadsInPlace { () throws(SQLError) in
                let connection = try opener.openReader(of: file, isPatient: false)
                // The tables and the index of the log: later reads wait for none of it.
                _ = try connection.texts("SELECT name FROM sqlite_schema LIMIT 1")
                return connection
            },
            errands: ConnectionPool(name: "sql-errands", limit: 1) { () throws(SQLError) in
                try opener.openReader(of: file)
            },
            changes: changes, others: others)
    }

    /// Refuses new calls, cuts reads short, completes the writes that wait, and
    /// closes the file with all of it in one place.
    package func close() async {
        let open: Open? = phase.withLock { phase in
            guard case .open(let open) = phase else { return nil }
            phase = .closed
            return open
        }
        guard let open else { return }
        var faults = await open.readers.close()
        faults += open.inPlace.close()
        faults += await open.errands.close()
        if let fault = open.changes.close() { faults.append(fault) }
        // The last connection to a file empties its log when it goes.
        faults += await open.writer.close()
        for fault in faults { observe(.fault(fault)) }
        observe(.closed(path: settings.path))
    }

    private func opened() throws(SQLError) -> Open {
        try phase.withLock { (phase) throws(SQLError) in
            switch phase {
            case .open(let resources): return resources
            case .new, .opening: throw SQLError(.notOpen, "the store isn't started yet")
            case .examined: throw SQLError(.readOnly, "the store is only examined")
            case .closed: throw SQLError(.closed, "the store is closed")
            }
        }
    }

    // MARK: - Examination

    /// Has it read from the file as it is, until ``closeExamination()``.
    func beginExamination(_ readers: ConnectionPool<Connection>) {
        phase.withLock { phase in
            if case .new = phase { phase = .examined(readers) }
        }
    }

    package func closeExamination() async {
        let readers: ConnectionPool<Connection>? = phase.withLock { phase in
            guard case .examined(let readers) = phase else { return nil }
            phase = .closed
            return readers
        }
        _ = await readers?.close()
    }

    // MARK: - Use

    /// Each read is of the latest state, whatever would do.
    package func read<Value: Sendable>(
        _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
    ) async throws -> Value {
        if case .examined(let readers) = phase.current {
            return try await readers.perform { connection in try connection.snapshot { try body($0) } }
        }
        let open = try opened()
        if let value = try open.inPlace.read({ try body($0) }) { return value }
        return try await open.readers.perform { connection in
            open.inPlace.prepare()
            return try connection.snapshot { try body($0) }
        }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Value {
        let open = try opened(), origin = RequestOrigin.current
        // What follows happens on the writer's thread, so that no other write of this process comes between.
        let follow = { @Sendable [signals] (aftermath: Aftermath) in
            open.changes.noteCommit()
            for (topic, payload) in aftermath.signals { signals.send(payload, about: topic) }
            for action in aftermath.actions { action() }
        }
        return try await open.writer.perform(isWriting: true, isJoint: true) { connection in
            try connection.transaction(manner.durability, follow) { session in
                try RequestOrigin.continuing(origin) { try body(session) }
            }
        }
    }

    /// Signals of other processes aren't heard, only that one of them committed
    /// something: see ``hearOthers()``.
    package func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {
        signals.add(hear, to: topic)
    }

    /// Tells those who listen if another process has committed something since this
    /// was called last; an operator's command is one.
    package func hearOthers() async throws {
        let open = try opened()
        guard open.others.isWorthALook(at: open.changes.mark) else { return }
        // On the thread that writes, whose connection tells its own commits from
        // others', and which passes signals on.
        try await open.writer.perform(isWriting: true) { [signals] connection in
            if open.others.takeNote(of: try connection.dataVersion()) { signals.sendToAll(.resumed) }
        }
    }

    package var changeMark: SQLChangeMark? {
        // The lock keeps the store from being closed meanwhile.
        phase.withLock { phase in
            guard case .open(let open) = phase else { return nil }
            return open.changes.mark
        }
    }

    // MARK: - Maintenance

    package func backup(toFile path: String) async throws(SQLError) {
        let source = settings.path
        try await runErrand { connection in
            guard try path != source && FileIdentity(of: path) != FileIdentity(of: source) else {
                throw SQLError(.misuse, "\(path) is the database itself")
            }
            try Backup(of: connection, toFile: path).write()
        }
        observe(.backedUp(path: path))
    }

    package func checkIntegrity() async throws(SQLError) {
        let path = settings.path
        try await runErrand { connection in
            var findings = try connection.texts("PRAGMA integrity_check(10)")
            if findings == ["ok"] { findings = [] }
            findings += try connection.texts(
                "SELECT \"table\" || ' refers to a missing ' || parent FROM pragma_foreign_key_check LIMIT 10")
            guard findings.isEmpty else {
                if let failure = connection.diskFailure { throw failure }
                throw SQLError(.damaged, "\(path): \(findings.joined(separator: "; "))")
            }
        }
    }

    private func runErrand(_ body: @Sendable (Connection) throws -> Void) async throws(SQLError) {
        do {
            try await opened().errands.perform(body)
        } catch {
            throw error as? SQLError ?? SQLError(.other, "\(error)")
        }
    }

    /// Lets the file grow no further than that, as if the disk were full.
    package func limitSize(pages: Int) async throws {
        try await opened().writer.perform(isWriting: true) { connection in try connection.limitSize(pages: pages) }
    }

    /// The statements so far that read a whole table.
    package func wholeTableReads() async throws -> [String] {
        let open = try opened(), readers = settings.readers, missing = Monitor(settings.readers)
        let found = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<readers {
                group.addTask {
                    try await open.readers.perform { connection in
                        // None ends before the others came, so each thread gets one.
                        missing.withLock { $0 -= 1 }
                        missing.signalAll()
                        missing.wait { $0 == 0 ? () : nil }
                        return try connection.wholeTableReads()
                    }
                }
            }
            group.addTask {
                try await open.writer.perform(isWriting: true) { connection in try connection.wholeTableReads() }
            }
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        return try Set(found + open.inPlace.wholeTableReads()).sorted()
    }
}
