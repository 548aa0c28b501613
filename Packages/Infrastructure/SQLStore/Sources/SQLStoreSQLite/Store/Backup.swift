import CSQLite
import FoundationEssentials
import SQLStoreAPI
import SQLStoreCore

/// Copies a database into a file while it is in use.
///
/// The copy is read from one snapshot. In WAL mode that holds up nobody; only
/// the log can't be cut back until the copy is complete.
///
/// Related SQLite documentation: <https://www.sqlite.org/backup.html>
struct Backup {
    private let source: Connection
    private let path: String
    /// Of the operation that it is: a connection lets go of its own as it rolls back.
    private let cancellation: Cancellation?

    /// About a megabyte: a cancellation is heard after each step.
    private static let pagesPerStep: Int32 = 256

    init(of source: Connection, toFile path: String) {
        self.source = source
        self.path = path
        cancellation = source.cancellation
    }

    func write() throws(SQLError) {
        let draft = DatabaseFile(path: "\(path).partial-\(UUID().uuidString.lowercased())")
        try DatabaseFile.create(draft.path)
        do throws(SQLError) {
            try copy(to: draft.path)
            try DatabaseFile.synchronize(draft.path)
            try cancellation?.check()
            try draft.rename(to: path)
        } catch {
            draft.remove()
            throw error
        }
    }

    private func copy(to draft: String) throws(SQLError) {
        let target = try Connection(path: draft, isReadOnly: false, busyTimeout: .zero)
        target.cancellation = cancellation
        // The file is synchronised once, when it is complete.
        try target.script("PRAGMA synchronous = OFF")
        try source.run("BEGIN")
        defer { source.rollBack() }
        // A transaction takes its snapshot at the first read.
        _ = try source.texts("SELECT name FROM sqlite_schema LIMIT 1")
        try copyPages(to: target)
        // One file that can be carried away, without a log beside it.
        _ = try target.texts("PRAGMA journal_mode = DELETE")
        let findings = try target.texts("PRAGMA quick_check(5)")
        guard findings == ["ok"] else {
            throw SQLError(.damaged, "the copy \(draft) isn't sound: \(findings.joined(separator: "; "))")
        }
        if let error = target.close() { throw error }
    }

    private func copyPages(to target: Connection) throws(SQLError) {
        try unsafe target.withHandle { (targetHandle) throws(SQLError) in
            try unsafe source.withHandle { (sourceHandle) throws(SQLError) in
                guard let backup = unsafe sqlite3_backup_init(targetHandle, "main", sourceHandle, "main") else {
                    throw target.failure(SQLITE_ERROR)
                }
                var code = SQLITE_OK
                while code == SQLITE_OK, cancellation?.error == nil {
                    code = unsafe sqlite3_backup_step(backup, Self.pagesPerStep)
                }
                unsafe sqlite3_backup_finish(backup)
                try cancellation?.check()
                guard code == SQLITE_DONE else { throw target.failure(code) }
            }
        }
    }
}
