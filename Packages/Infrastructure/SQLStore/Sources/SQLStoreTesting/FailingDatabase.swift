import Locking
public import SQLStoreAPI

/// A database that fails when a test says so, before it does anything or once all
/// is done but the commit.
///
/// It shows how a feature behaves when the disk is full, the file damaged or the
/// database out of reach, without making it so.
public final class FailingDatabase: SQLDatabase {
    private struct State {
        var readError: SQLError?
        var writeError: SQLError?
        var commitError: SQLError?
        var isDeaf = false
        var listeners: [@Sendable (SQLSignal) -> Void] = []
    }

    private let database: any SQLDatabase
    private let state = Locked(State())

    /// Creates a database that passes everything on to another one.
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Makes reads throw; nil ends that.
    public func failReads(with error: SQLError?) {
        state.withLock { $0.readError = error }
    }

    /// Makes writes throw; nil ends that.
    public func failWrites(with error: SQLError?) {
        state.withLock { $0.writeError = error }
    }

    /// Makes writes do what they do, and then throw instead of committing it; nil
    /// ends that.
    public func failCommits(with error: SQLError?) {
        state.withLock { $0.commitError = error }
    }

    /// Lets no signal be heard, and says so; or lets them be heard again, and
    /// says that.
    public func interruptSignals(_ isDeaf: Bool) {
        let listeners = state.withLock { state in
            state.isDeaf = isDeaf
            return state.listeners
        }
        for hear in listeners { hear(isDeaf ? .interrupted : .resumed) }
    }

    /// Reads, unless it is to fail.
    public func read<Value: Sendable>(
        _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
    ) async throws -> Value {
        if let error = state.withLock({ $0.readError }) { throw error }
        return try await database.read(recency, body)
    }

    /// Writes, unless it is to fail.
    @discardableResult
    public func write<Value: Sendable>(
        _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Value {
        let (error, commitError) = state.withLock { ($0.writeError, $0.commitError) }
        if let error { throw error }
        return try await database.write(manner) { db in
            let value = try body(db)
            if let commitError { throw commitError }
            return value
        }
    }

    /// None while reads fail, so that nothing is answered from memory.
    public var changeMark: SQLChangeMark? {
        state.withLock({ $0.readError }) == nil ? database.changeMark : nil
    }

    /// Passes signals on, unless they are interrupted.
    public func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {
        state.withLock { $0.listeners.append(hear) }
        database.listen(to: topic) { [state] signal in
            if !state.withLock({ $0.isDeaf }) { hear(signal) }
        }
    }
}
