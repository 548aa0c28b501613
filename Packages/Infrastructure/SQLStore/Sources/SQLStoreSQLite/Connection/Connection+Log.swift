import CSQLite
import SQLStoreAPI

extension Connection {
    /// As SQLite does by default: 1000 pages are 4 MB.
    private static let comfortableLog = 1000
    /// From here on, readers may have to wait for the log to be cut back.
    private static let longLog = 8000

    /// Copies the log into the database once it has grown; to be called after a
    /// commit.
    ///
    /// SQLite's own way turns a failed copy into a failed commit, which it
    /// isn't, and never gets to the end of the log while reads overlap each
    /// other without a pause.
    func boundLog() {
        guard logPages >= Self.comfortableLog else {
            nextForcedCheckpoint = Self.longLog
            return
        }
        checkpoint(SQLITE_CHECKPOINT_PASSIVE)
        guard logPages >= nextForcedCheckpoint else { return }
        nextForcedCheckpoint = logPages + Self.comfortableLog
        patience.present = min(patience.limit, .milliseconds(50))
        defer { patience.present = patience.limit }
        checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }

    /// Copies the whole log into the database and empties it.
    func emptyLog() {
        checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }

    /// What couldn't be copied stays in the log, where it is safe.
    private func checkpoint(_ mode: Int32) {
        try? unsafe withHandle { (handle) throws(SQLError) in
            _ = unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
        }
    }

    /// Limits the size of the file, as a full disk would.
    func limitSize(pages: Int) throws(SQLError) {
        try script("PRAGMA max_page_count = \(pages)")
    }
}
