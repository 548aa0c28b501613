import CoreModels
import FoundationEssentials
import Locking
package import SQLStoreAPI
import SQLStoreCore
import Threads

/// A database of a PostgreSQL server.
package final class PostgresDatabase: SQLDatabase {
    private struct Open: Sendable {
        let pool: ConnectionPool<Connection>
        let ear: SignalEar
    }

    private enum Phase {
        case new
        case opening
        case open(Open)
        case closed
    }

    private static let attempts = 16
    /// After how many of them one takes turns with others who needed as many.
    private static let attemptsAtOnce = 4
    /// The lock of those who have begun anew often.
    private static let turn = "conflicts"
    /// How often the outcome of a commit is asked for: some seconds long.
    private static let questions = 100

    private let phase = Locked(Phase.new)
    let settings: PostgresSettings
    let migrations: @Sendable () -> [Migration]
    private let observe: @Sendable (SQLStoreEvent) -> Void
    let clock: any Clock<Duration>
    private let jitter: @Sendable (ClosedRange<Int>) -> Int
    private let signals: Signals
    private let counters = Counters()

    /// - Parameters:
    ///   - clock: Measures how long connections are waited for, and the pauses
    ///     between attempts.
    ///   - jitter: Chooses how many milliseconds such a pause takes.
    package init(
        _ settings: PostgresSettings, migrations: @escaping @Sendable () -> [Migration],
        observer: (any SQLStoreObserving)? = nil, clock: any Clock<Duration> = ContinuousClock(),
        jitter: @escaping @Sendable (ClosedRange<Int>) -> Int = { Int.random(in: $0) }
    ) {
        self.settings = settings
        self.migrations = migrations
        self.clock = clock
        self.jitter = jitter
        observe = { observer?.observe($0) }
        signals = Signals(process: UUID().uuidString.lowercased())
    }

    // MARK: - Life

    /// Connects, sees whether the database is fit to be used, and migrates it.
    package func open() async throws {
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
        observe(.opened(path: settings.name))
    }

    private func makeOpen() async throws -> Open {
        let settings = settings, now = settings.now, observe = observe, migrations = migrations
        // Read anew for each connection: a password that was replaced counts at once.
        let connect = { @Sendable () throws(SQLError) in try settings.connect() }
        let tenure = settings.servesAlone ? Tenure(process: signals.process) : nil
        let pool = ConnectionPool(
            name: "sql", limit: settings.connections, patience: (settings.patience, clock)
        ) { () throws(SQLError) in
            let connection = try connect()
            try tenure?.join(connection)
            return connection
        }
        let ear = SignalEar(signals: signals, tenure: tenure, connect: connect)
        do {
            // First of all: who isn't alone changes nothing.
            try await start(ear)
            try await pool.perform(isWriting: true) { connection in
                try DatabaseFitness(connection: connection, mayUse: settings.mayUse).check()
                try Migrator(connection: connection, knows: settings.knows, now: now, observe: observe).apply(
                    migrations())
            }
        } catch {
            await pool.close()
            ear.stop()
            throw error
        }
        return Open(pool: pool, ear: ear)
    }

    /// On a thread that may wait for the server.
    private func start(_ ear: SignalEar) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do throws(ThreadError) {
                try BlockingThread.start(name: "sql-start") {
                    do throws(SQLError) {
                        try ear.start()
                        continuation.resume()
                    } catch {
                        continuation.resume(throwing: ear.isDisplaced ? UnfitDatabase.served as any Error : error)
                    }
                }
            } catch {
                continuation.resume(
                    throwing: SQLError(
                        .other, "no thread for the database: pthread_create failed with error \(error.code)"))
            }
        }
    }

    /// Refuses new calls, cuts reads short and completes the writes that wait.
    package func close() async {
        let open: Open? = phase.withLock { phase in
            guard case .open(let open) = phase else { return nil }
            phase = .closed
            return open
        }
        guard let open else { return }
        // What was accepted may need a new connection, which is had as long as the ear keeps the database.
        await open.pool.close()
        open.ear.stop()
        observe(.closed(path: settings.name))
    }

    private func pool() throws(SQLError) -> ConnectionPool<Connection> {
        try phase.withLock { (phase) throws(SQLError) in
            switch phase {
            case .open(let open): return open.pool
            case .new, .opening: throw SQLError(.notOpen, "the store isn't started yet")
            case .closed: throw SQLError(.closed, "the store is closed")
            }
        }
    }

    // MARK: - Reading

    /// Each read is of the latest state, whatever would do.
    package func read<Value: Sendable>(
        _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
    ) async throws -> Value {
        let pool = try pool(), counters = counters
        // A connection that the server has ended since shows it at the first use.
        for _ in 0..<Self.attempts {
            let value = try await pool.perform { connection in
                try connection.snapshot(counters) { session in try body(session) }
            }
            if let value { return value }
        }
        throw SQLError(.unavailable, "the server ends each connection")
    }

    // MARK: - Writing

    @discardableResult
    package func write<Value: Sendable>(
        _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Value {
        let pool = try pool()
        var locks: Set<String> = [], attempt = 1
        while true {
            var outcome = try await self.attempt(manner, locks: locks, in: pool, body)
            if case .inDoubt(let doubt) = outcome { outcome = try await settle(doubt, in: pool) }
            switch outcome {
            case .committed(let value): return value
            case .conflict(let error, let known):
                guard attempt < Self.attempts else { throw error }
                let isTakingTurns = attempt >= Self.attemptsAtOnce
                attempt += 1
                // Who met others again and again meets at least none of those.
                locks = isTakingTurns ? known.union([Self.turn]) : known
                if !isTakingTurns { try await pause() }
            case .inDoubt(let doubt):
                throw SQLError(
                    .outcomeUnknown,
                    "the connection was lost while a transaction was committed: \(doubt.error.message)",
                    nativeCode: doubt.error.nativeCode)
            }
        }
    }

    private func attempt<Value: Sendable>(
        _ manner: SQLManner, locks: Set<String>, in pool: ConnectionPool<Connection>,
        _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Attempt<Value> {
        let origin = RequestOrigin.current
        return try await pool.perform(isWriting: true) { [signals, counters] connection in
            try connection.transaction(
                manner, locks: locks, counters,
                announce: { (aftermath) throws(SQLError) in try signals.announce(aftermath, over: connection) },
                finish: { signals.finish($0) },
                { session in try RequestOrigin.continuing(origin) { try body(session) } })
        }
    }

    /// A while that differs for each, so that those who met don't meet again.
    private func pause() async throws {
        do {
            try await clock.sleep(for: .milliseconds(jitter(1...100)))
        } catch {
            throw SQLError(.cancelled, "the task was cancelled")
        }
    }

    /// Asks what came of a commit whose answer was lost.
    ///
    /// - Returns: What was in doubt, or still is.
    private func settle<Value: Sendable>(
        _ doubt: Doubt<Value>, in pool: ConnectionPool<Connection>
    ) async throws -> Attempt<Value> {
        for _ in 0..<Self.questions where !Task.isCancelled {
            let status = try? await pool.perform(isWriting: true) { [signals] connection in
                let question: SQL = "SELECT pg_xact_status(CAST(\(doubt.transaction) AS xid8))"
                let status = try connection.run(question.form).text
                if status == "committed" { signals.finish(doubt.aftermath) }
                return status
            }
            switch status {
            case "committed": return .committed(doubt.value)
            case "aborted": return .conflict(doubt.error, locks: doubt.locks)
            // The server hasn't noticed yet that the connection is gone, or isn't back.
            default: try? await pause()
            }
        }
        return .inDoubt(doubt)
    }

    // MARK: - Signals

    package func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {
        signals.listeners.add(hear, to: topic)
    }

    /// It would take a question to the server.
    package var changeMark: SQLChangeMark? { nil }
}
