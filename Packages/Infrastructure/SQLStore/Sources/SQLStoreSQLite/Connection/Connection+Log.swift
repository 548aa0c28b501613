import CSQLite
import SQLStoreAPI

/// How hard to try to cut the write-ahead log back.
struct LogLimits {
    /// As SQLite does by default: 1000 pages are 4 MB.
    static let step = 1000
    private static let longLog = 8000
    private static let shortWait = Duration.milliseconds(50)
    private static let longWait = Duration.seconds(1)

    /// The length from which reads are made to wait.
    private(set) var nextAttempt = longLog
    /// How long to wait for those that run.
    private(set) var wait = shortWait

    mutating func noteFailure(length: Int) {
        nextAttempt = length + Self.step
        wait = min(wait * 2, Self.longWait)
    }

    mutating func noteSuccess() { self = LogLimits() }
}

extension Connection {
    /// Copies the log into the database once it has grown; to be called after a
    /// commit.
    ///
    /// SQLite's own way turns a failed copy into a failed commit, which it
    /// isn't, and never gets to the end of the log while reads overlap each
    /// other without a pause. Here the writer waits for those reads when the log
    /// is long, the longer the more it grows.
    func boundLog() {
        guard logPages >= LogLimits.step else { return }
        checkpoint(SQLITE_CHECKPOINT_PASSIVE)
        guard logPages >= logLimits.nextAttempt else { return }
        patience.present = min(patience.limit, logLimits.wait)
        defer { patience.present = patience.limit }
        if checkpoint(SQLITE_CHECKPOINT_TRUNCATE) {
            logLimits.noteSuccess()
        } else {
            logLimits.noteFailure(length: logPages)
        }
    }

    /// Copies what it can; the rest stays in the log, where it is safe.
    @discardableResult
    private func checkpoint(_ mode: Int32) -> Bool {
        let code = try? unsafe withHandle { (handle) throws(SQLError) in
            unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
        }
        return code == SQLITE_OK
    }

    /// Limits the size of the file, as a full disk would.
    func limitSize(pages: Int) throws(SQLError) {
        try script("PRAGMA max_page_count = \(pages)")
    }
}
