import CSQLite
import SQLStoreAPI

/// The head of the index of the write-ahead log, which all processes that use
/// the file share in memory (sqlite.org/walformat.html, section 2.1).
///
/// It holds a count of the commits, the length of the log, and a checksum and
/// salts of what is in it, and is written by each commit before that returns.
///
/// `@unchecked Sendable`: the memory is read with atomic loads, and stays where
/// it is until the connection is closed.
@safe struct LogIndex: @unchecked Sendable {
    private let head: UnsafeRawPointer

    init(head: UnsafeRawPointer) {
        unsafe self.head = head
    }

    /// Stands for what is committed.
    ///
    /// A mark that is read while a commit is being written is one of its own,
    /// which stands for no state.
    var changeMark: SQLChangeMark {
        var state = SIMD4<UInt64>()
        unsafe withUnsafeMutableBytes(of: &state) { bytes in
            unsafe csqlite_read_log_head(head, bytes.assumingMemoryBound(to: UInt64.self).baseAddress)
        }
        return SQLChangeMark(state)
    }
}

extension Connection {
    /// The index of the log; nil when the library doesn't give it away.
    func logIndex() throws(SQLError) -> LogIndex? {
        // The index is there once something was read.
        _ = try texts("SELECT 'ok' FROM (SELECT count(*) FROM sqlite_schema)")
        return try unsafe withHandle { handle in
            unsafe csqlite_log_head(handle).map { unsafe LogIndex(head: $0) }
        }
    }
}
