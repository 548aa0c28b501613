import Locking
import SQLStoreAPI
import Threads

/// Hears what other processes signal, on a connection and a thread of its own.
///
/// It sends itself an echo, and when that stays away says that signals may go
/// unheard: so a connection that died without a word is noticed, too.
///
/// Where only one server may use the database, its connection holds the locks that
/// say which (``Tenure``).
final class SignalEar: Sendable {
    private static let rhythm = Duration.milliseconds(250)
    private static let patience = Duration.milliseconds(750)
    private static let pause = Duration.milliseconds(500)

    private struct State {
        var isStopped = false
        var isDisplaced = false
        var bell: Bell?
    }

    private let signals: Signals
    private let tenure: Tenure?
    private let connect: @Sendable () throws(SQLError) -> Connection
    private let state = Locked(State())

    /// - Parameter tenure: The right of a server that works alone; nil for others.
    init(signals: Signals, tenure: Tenure?, connect: @escaping @Sendable () throws(SQLError) -> Connection) {
        self.signals = signals
        self.tenure = tenure
        self.connect = connect
    }

    /// Begins to listen; signals are heard from now on.
    func start() throws(SQLError) {
        let first = Locked<Connection?>(try listening())
        do throws(ThreadError) {
            try BlockingThread.start(name: "sql-signals") { [self] in run(first) }
        } catch {
            throw SQLError(.other, "no thread for signals: pthread_create failed with error \(error.code)")
        }
    }

    func stop() {
        let bell = state.withLock { state in
            state.isStopped = true
            return state.bell
        }
        bell?.ring()
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Whether another server had the database when it was last asked for.
    var isDisplaced: Bool { state.withLock { $0.isDisplaced } }

    private func listening() throws(SQLError) -> Connection {
        let connection = try connect()
        try claim(connection)
        try connection.script("LISTEN \(Signals.channel)", timeout: Self.patience)
        state.withLock { $0.bell = connection.bell }
        return connection
    }

    /// - Throws: `busy` if another server has the database.
    private func claim(_ connection: Connection) throws(SQLError) {
        guard let tenure else { return }
        do throws(SQLError) {
            try tenure.claim(connection)
            state.withLock { $0.isDisplaced = false }
        } catch {
            if error.code == .busy { state.withLock { $0.isDisplaced = true } }
            throw error
        }
    }

    private func run(_ first: Locked<Connection?>) {
        var connection = first.withLock { $0.take() }, isHearing = true
        while !isStopped {
            do throws(SQLError) {
                if connection == nil { connection = try listening() }
                guard let current = connection else { continue }
                try listen(over: current, isHearing: &isHearing)
            } catch {
                if isHearing { signals.tellAll(.interrupted) }
                isHearing = false
                connection = nil
                rest()
            }
        }
    }

    /// Hears until it is stopped; throws when the connection is no good any more.
    private func listen(over connection: Connection, isHearing: inout Bool) throws(SQLError) {
        while !isStopped {
            // It comes back on the same connection, behind all that was signalled
            // before.
            try connection.script(
                "SELECT pg_notify('\(Signals.channel)', '\(signals.echo)')", timeout: Self.patience)
            let limit = ContinuousClock.now + Self.patience
            while !isStopped, !hear(over: connection) {
                let rest = limit - ContinuousClock.now
                guard rest > .zero else { throw SQLError(.unavailable, "no signal comes back") }
                try connection.waitForInput(rest)
            }
            if !isHearing {
                isHearing = true
                signals.tellAll(.resumed)
            }
            let next = limit - Self.patience + Self.rhythm
            while !isStopped, next > ContinuousClock.now {
                try connection.waitForInput(next - ContinuousClock.now)
                _ = hear(over: connection)
            }
        }
    }

    /// - Returns: Whether the echo was among what was received.
    private func hear(over connection: Connection) -> Bool {
        var isEcho = false
        while let notification = connection.nextNotification() {
            if signals.take(notification) { isEcho = true }
        }
        return isEcho
    }

    /// Waits a little before it connects anew.
    private func rest() {
        guard let bell = state.withLock({ $0.bell }) else { return }
        _ = bell.wait(for: nil, timeout: Self.pause)
    }
}
