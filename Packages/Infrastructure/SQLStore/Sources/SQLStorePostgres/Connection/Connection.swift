import CPostgreSQL
import CoreModels
import FoundationEssentials
import Glibc
import SQLStoreAPI
import SQLStoreCore

/// One connection to the server; used on one thread only.
@safe final class Connection: PooledConnection {
    /// The operation that runs now; statements end when it is cancelled.
    var cancellation: Cancellation? {
        willSet { cancellation?.notify(nil) }
        didSet { cancellation?.notify { [bell] in bell.ring() } }
    }

    /// Whether the server can't be reached over it any more.
    private(set) var isBroken = false
    /// The named locks that it holds, beyond any transaction.
    var locks: Set<String> = []
    let bell: Bell

    private let pq: UnsafePointer<cpostgresql>
    private let handle: OpaquePointer
    private var statements = StatementCache()

    /// How long the server may take to end what was cancelled.
    private static let patienceAfterCancelling = Duration.seconds(5)
    /// When it is told so again: what came before the statement it doesn't hear.
    private static let pauseBetweenCancels = Duration.milliseconds(50)

    /// Connects.
    ///
    /// - Parameters:
    ///   - parameters: Those of libpq (postgresql.org/docs/15/libpq-connect.html).
    ///   - password: What it is asked for, ended by a NUL; nil for nothing.
    init(_ parameters: [String: String], password: Secret?) throws(ConnectionFailure) {
        var reason: UnsafePointer<CChar>?
        guard let pq = unsafe cpostgresql_load(&reason) else {
            throw .library(unsafe reason.map { unsafe String(cString: $0) } ?? "unknown")
        }
        unsafe self.pq = pq
        bell = try Bell()
        guard let handle = unsafe Self.connect(parameters, password, pq) else { throw .refused("out of memory") }
        unsafe self.handle = handle
        guard unsafe pq.pointee.status(handle) == CPOSTGRESQL_CONNECTED else {
            // From here on it is closed as it goes.
            throw .refused(unsafe Self.message(of: handle, pq))
        }
        _ = unsafe pq.pointee.setNoticeReceiver(handle, cpostgresql_drop_notice, nil)
        _ = unsafe pq.pointee.setNonblocking(handle, 1)
    }

    /// There is nothing to be said of it: the server hears it as this is released.
    func close() -> SQLError? { nil }

    deinit { unsafe pq.pointee.finish(handle) }

    private static func connect(
        _ parameters: [String: String], _ password: Secret?, _ pq: UnsafePointer<cpostgresql>
    ) -> OpaquePointer? {
        var keywords = unsafe parameters.map { unsafe UnsafePointer<CChar>(strdup($0.key)) }
        let values = unsafe parameters.map { unsafe UnsafePointer<CChar>(strdup($0.value)) }
        defer { unsafe (keywords + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        guard let password else { return unsafe pq.pointee.connect(keywords + [nil], values + [nil], 0) }
        // The library makes a copy, which lives as long as the connection.
        return unsafe password.withUnsafeBytes { bytes in
            unsafe keywords.append(UnsafePointer(strdup("password")))
            return unsafe pq.pointee.connect(
                keywords + [nil], values + [bytes.bindMemory(to: CChar.self).baseAddress, nil], 0)
        }
    }

    private static func message(of handle: OpaquePointer, _ pq: UnsafePointer<cpostgresql>) -> String {
        let text = unsafe String(cString: pq.pointee.errorMessage(handle))
        return text.split(separator: "\n").joined(separator: "; ")
    }

    // MARK: - The server

    /// Its version, as in 150018.
    var serverVersion: Int { Int(unsafe pq.pointee.serverVersion(handle)) }

    /// Whether a transaction is open, or may be.
    var isInTransaction: Bool { unsafe pq.pointee.transactionStatus(handle) != CPOSTGRESQL_IDLE }

    /// What the server tells of itself at the beginning, such as `server_encoding`.
    func status(_ name: String) -> String? {
        unsafe pq.pointee.parameterStatus(handle, name).map { unsafe String(cString: $0) }
    }

    // MARK: - Statements

    /// Runs statements of our own without values, one after another.
    ///
    /// - Parameter timeout: After which the connection counts as broken.
    /// - Returns: The result of the last one.
    @discardableResult
    func script(_ text: String, timeout: Duration? = nil) throws(SQLError) -> ResultSet {
        try exchange(sql: text, timeout: timeout) { unsafe pq.pointee.sendQuery(handle, text) }
    }

    /// Runs one statement with its values.
    @discardableResult
    func run(_ form: SQLForm) throws(SQLError) -> ResultSet {
        let statement = try statement(form), parameters = try Parameters(form, sql: statement.text)
        do {
            return try exchange(sql: statement.text, timeout: nil) {
                unsafe parameters.withPointers { values, lengths, formats in
                    unsafe pq.pointee.sendPrepared(
                        handle, statement.name, Int32(parameters.count), values, lengths, formats, 0)
                }
            }
        } catch {
            // Another version of the program has changed the tables: what was
            // prepared for them has gone with the connection.
            if error.isAboutPreparedStatement { breakOff() }
            throw error
        }
    }

    private func statement(_ form: SQLForm) throws(SQLError) -> PreparedStatement {
        if let known = statements.statement(form) { return known }
        let text = try StatementText(form)
        let (new, old) = statements.add(form, text: text.text)
        do {
            try exchange(sql: text.text, timeout: nil) {
                unsafe pq.pointee.sendPrepare(handle, new.name, text.text, 0, nil)
            }
        } catch {
            statements.remove(new)
            throw error
        }
        if let old { try script("DEALLOCATE \(old.name)") }
        return new
    }

    /// Sends something and waits for the last result of it.
    @discardableResult
    private func exchange(
        sql: String, timeout: Duration?, _ send: () -> Int32
    ) throws(SQLError) -> ResultSet {
        try cancellation?.check()
        guard !isBroken, send() == 1 else { throw lost() }
        try awaitResult(timeout)
        var last: ResultSet?, failure: SQLError?
        do {
            while let result = try nextResult(timeout) {
                if failure == nil { failure = result.error(sql: sql) }
                last = result
            }
        } catch {
            // A server that ends the connection says why first.
            failure = failure ?? error
        }
        if let failure {
            if failure.isEndOfConnection { breakOff() }
            throw isInterrupted(failure) ? cancellation?.error ?? failure : failure
        }
        guard let last else { throw lost() }
        return last
    }

    private func isInterrupted(_ error: SQLError) -> Bool {
        error.nativeCode == SQLState.queryCancelled.number && cancellation?.error != nil
    }

    private func nextResult(_ timeout: Duration?) throws(SQLError) -> ResultSet? {
        try awaitResult(timeout)
        return unsafe pq.pointee.result(handle).map { unsafe ResultSet($0, pq) }
    }

    /// Waits until a result is there, and cancels what runs when it is to end.
    private func awaitResult(_ timeout: Duration?) throws(SQLError) {
        var deadline = timeout.map { ContinuousClock.now + $0 }, nextCancel: ContinuousClock.Instant?
        while true {
            let flushed = unsafe pq.pointee.flush(handle)
            guard flushed >= 0 else { throw lost() }
            if unsafe flushed == 0 && pq.pointee.isBusy(handle) == 0 { return }
            if cancellation?.error != nil {
                deadline = deadline ?? ContinuousClock.now + Self.patienceAfterCancelling
                if nextCancel.map({ $0 <= .now }) ?? true {
                    cancelStatement()
                    nextCancel = ContinuousClock.now + Self.pauseBetweenCancels
                }
            }
            let limit = [deadline, nextCancel].compactMap { $0 }.min()
            if let deadline, deadline <= .now { throw overdue() }
            let wakening = bell.wait(
                for: unsafe pq.pointee.socket(handle), writing: flushed == 1,
                timeout: limit.map { max($0 - .now, .zero) })
            if wakening.isSocketReady, unsafe pq.pointee.consumeInput(handle) == 0 { throw lost() }
        }
    }

    /// Asks the server, over another connection, to end what runs.
    private func cancelStatement() {
        guard let cancel = unsafe pq.pointee.makeCancel(handle) else { return }
        defer { unsafe pq.pointee.freeCancel(cancel) }
        var message = [CChar](repeating: 0, count: 256)
        _ = unsafe pq.pointee.cancel(cancel, &message, Int32(message.count))
    }

    // MARK: - The end

    /// Gives the connection up: nothing more is sent over it.
    func breakOff() { isBroken = true }

    private func overdue() -> SQLError {
        let error = lost("the server took too long to answer")
        return cancellation?.error ?? error
    }

    /// The error of a connection that was lost.
    private func lost(_ reason: String? = nil) -> SQLError {
        let reason = unsafe reason ?? Self.message(of: handle, pq)
        breakOff()
        return SQLError(
            .unavailable, "the connection to the database was lost\(reason.isEmpty ? "" : ": \(reason)")",
            nativeCode: SQLState.connectionFailure.number)
    }
}

// MARK: - Notifications

extension Connection {
    /// Waits until something was received, the bell rings, or the time is over.
    func waitForInput(_ timeout: Duration) throws(SQLError) {
        let wakening = bell.wait(for: unsafe pq.pointee.socket(handle), timeout: timeout)
        if wakening.isSocketReady, unsafe pq.pointee.consumeInput(handle) == 0 { throw lost() }
    }

    /// The payload of the next notification that was received; nil if there is none.
    func nextNotification() -> String? {
        guard let notification = unsafe pq.pointee.notification(handle) else { return nil }
        defer { unsafe pq.pointee.freeMemory(notification) }
        return unsafe String(cString: notification.pointee.payload)
    }
}
