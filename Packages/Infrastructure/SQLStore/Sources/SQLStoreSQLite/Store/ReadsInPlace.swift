import CResidentReads
import Locking
import SQLStoreAPI
import Synchronization

/// Does reads on the thread that asks for them, if they are short and what they need is in memory.
///
/// To change threads takes several times what a look-up by an index does. But the thread that asks may be one that
/// serves many others: no disk, no lock and no long statement may hold it up (ADR 0082). What isn't in memory, waits for
/// somebody or takes long is done once more, by a thread for reads.
final class ReadsInPlace: Sendable {
    /// How many at a time, each over a connection of its own.
    private static let count = 2
    /// What one may take, in thousands of steps of SQLite's machine, each of which takes some ten microseconds.
    private static let thousandSteps = 8

    /// A connection that whoever comes uses, one after another.
    private final class Place: Sendable {
        private let isTaken = Atomic(false)
        private let connection = Locked<Connection?>(nil)

        /// Calls `body`, unless somebody else is there; never waits.
        func visit<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value? {
            guard isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged else {
                return nil
            }
            defer { isTaken.store(false, ordering: .releasing) }
            return try connection.withLock { connection in
                guard let present = connection else { return nil }
                return try body(present)
            }
        }

        func open(_ connect: @Sendable () throws(SQLError) -> Connection) {
            connection.withLock { connection in if connection == nil { connection = try? connect() } }
        }

        func close() -> SQLError? {
            connection.withLock { connection in connection.take()?.close() }
        }
    }

    private enum Phase {
        static let new = 0, ready = 1, closed = 2
    }

    private let places = (0..<ReadsInPlace.count).map { _ in Place() }
    private let connect: @Sendable () throws(SQLError) -> Connection
    private let phase: Atomic<Int>

    /// - Parameter connect: Opens a connection that waits for nobody.
    init(connect: @escaping @Sendable () throws(SQLError) -> Connection) {
        self.connect = connect
        phase = Atomic(Connection.readsResident ? Phase.new : Phase.closed)
    }

    /// Opens the connections, on a thread that may wait.
    func prepare() {
        guard
            phase.compareExchange(expected: Phase.new, desired: Phase.ready, ordering: .acquiringAndReleasing).exchanged
        else { return }
        for place in places { place.open(connect) }
        // The store was closed meanwhile.
        if phase.load(ordering: .acquiring) == Phase.closed { _ = close() }
    }

    /// Calls `body` with a snapshot.
    ///
    /// - Returns: nil where a thread for that has to call `body`, once more if need be.
    /// - Throws: What `body` throws and isn't the database's.
    func read<Value: Sendable>(_ body: @Sendable (Session) throws -> Value) throws -> Value? {
        guard phase.load(ordering: .acquiring) == Phase.ready, !Task.isCancelled else { return nil }
        for place in places {
            guard let outcome = try place.visit({ connection in try Self.read(over: connection, body) }) else {
                continue
            }
            switch outcome {
            case .value(let value): return value
            case .elsewhere: return nil
            case .never:
                phase.store(Phase.closed, ordering: .releasing)
                return nil
            }
        }
        return nil
    }

    private enum Outcome<Value: Sendable>: Sendable {
        case value(Value)
        case elsewhere
        /// The file system can't tell what is in memory.
        case never
    }

    private static func read<Value: Sendable>(
        over connection: Connection, _ body: @Sendable (Session) throws -> Value
    ) throws -> Outcome<Value> {
        connection.effort = Effort(limit: thousandSteps)
        resident_reads_begin()
        let result = Result { try connection.snapshot(body) }
        switch resident_reads_end() {
        case RESIDENT_READS_WHOLE where !connection.effort.isTooMuch: break
        case RESIDENT_READS_IMPOSSIBLE: return .never
        default: return .elsewhere
        }
        do {
            return .value(try result.get())
        } catch is SQLError {
            // A thread for reads says what it is.
            return .elsewhere
        }
    }

    /// Does none any more, once those that are here have ended.
    ///
    /// - Returns: What was wrong with closing the connections.
    func close() -> [SQLError] {
        phase.store(Phase.closed, ordering: .releasing)
        return places.compactMap { $0.close() }
    }

    /// The statements so far that read a whole table.
    func wholeTableReads() throws -> [String] {
        try places.flatMap { place in try place.visit { try $0.wholeTableReads() } ?? [] }
    }
}
