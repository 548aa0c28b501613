import CSQLite
import Glibc
import SQLStoreAPI
import SQLStoreCore

/// How long a connection waits for locks of other processes.
struct Patience {
    let limit: Duration
    var since = ContinuousClock.now
    /// What the limit is at the moment; shorter for what isn't urgent.
    var present: Duration

    init(limit: Duration) {
        self.limit = limit
        present = limit
    }
}

/// How much the library has done since somebody began to count.
struct Effort {
    /// In thousands of steps of its machine, each of which takes some ten microseconds.
    var thousands = 0
    /// After how many a statement ends without a result; nil for never.
    var limit: Int?
    /// Whether one has.
    var isTooMuch = false
}

extension Connection {
    /// Lets the library call back into this connection.
    ///
    /// The connection outlives its handle, and the library calls only from
    /// within calls on the handle, hence on the connection's thread.
    func installCallbacks(on handle: OpaquePointer?) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        // Some thousand instructions take some ten microseconds.
        unsafe sqlite3_progress_handler(handle, 1000, { unsafe Connection.from($0).goesOn() ? 0 : 1 }, context)
        unsafe sqlite3_busy_handler(handle, { unsafe Connection.from($0).waitForLock(attempt: $1) ? 1 : 0 }, context)
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                unsafe Connection.from(context).logPages = Int(pages)
                return SQLITE_OK
            }, context)
        unsafe sqlite3_set_authorizer(
            handle,
            { context, action, name, argument, _, _ in
                let connection = unsafe Connection.from(context)
                if connection.isPrivileged { return SQLITE_OK }
                let name = unsafe name.map { unsafe String(cString: $0) }
                return Connection.isAllowed(action, name: name, hasArgument: unsafe argument != nil)
                    ? SQLITE_OK : SQLITE_DENY
            }, context)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Connection {
        guard let context = unsafe context else { preconditionFailure("the context was given at installation") }
        return unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
    }

    /// Whether the statement goes on, asked at every thousandth step of the library's machine.
    private func goesOn() -> Bool {
        effort.thousands += 1
        if let limit = effort.limit, effort.thousands > limit { effort.isTooMuch = true }
        return cancellation?.error == nil && !(effort.limit != nil && effort.isTooMuch)
    }

    private func waitForLock(attempt: Int32) -> Bool {
        if attempt == 0 { patience.since = .now }
        guard cancellation?.error == nil, ContinuousClock.now - patience.since < patience.present else { return false }
        usleep(min(UInt32(attempt) + 1, 25) * 1000)
        return true
    }

    /// Whether a statement of the caller's may be compiled.
    ///
    /// Transactions and files are the store's: a COMMIT in the middle of a
    /// write would tear it apart. What only asks is allowed; tables of full-text
    /// search do as well.
    private static func isAllowed(_ action: Int32, name: String?, hasArgument: Bool) -> Bool {
        switch action {
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH: false
        case SQLITE_PRAGMA:
            schemaQuestions.contains(name ?? "") || !hasArgument && settingQuestions.contains(name ?? "")
        default: true
        }
    }

    private static let schemaQuestions: Set<String> = [
        "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "table_info", "table_list",
        "table_xinfo",
    ]

    private static let settingQuestions: Set<String> = [
        "compile_options", "data_version", "foreign_keys", "freelist_count", "journal_mode", "page_count", "page_size",
        "secure_delete", "synchronous", "trusted_schema", "user_version",
    ]
}
