import Locking
public import SQLStoreAPI

/// A database that fails when a test says so, before it does anything.
///
/// It shows how a feature behaves when the disk is full or the file damaged,
/// without making it so.
public final class FailingDatabase: SQLDatabase {
    private struct State {
        var readError: SQLError?
        var writeError: SQLError?
    }

    private let database: any SQLDatabase
    private let state = Locked(State())

    /// Creates a database that passes everything on to another one.
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Makes reads, backups and checks throw; nil ends that.
    public func failReads(with error: SQLError?) {
        state.withLock { $0.readError = error }
    }

    /// Makes writes throw; nil ends that.
    public func failWrites(with error: SQLError?) {
        state.withLock { $0.writeError = error }
    }

    /// Reads, unless it is to fail.
    public func read<Value: Sendable>(_ body: @Sendable (any SQLReading) throws -> Value) async throws -> Value {
        if let error = state.current.readError { throw error }
        return try await database.read(body)
    }

    /// Writes, unless it is to fail.
    @discardableResult
    public func write<Value: Sendable>(_ body: @Sendable (any SQLWriting) throws -> Value) async throws -> Value {
        if let error = state.current.writeError { throw error }
        return try await database.write(body)
    }

    /// None while reads fail, so that nothing is answered from memory.
    public var changeMark: SQLChangeMark? { state.current.readError == nil ? database.changeMark : nil }

    /// Copies, unless it is to fail.
    public func backup(toFile path: String) async throws(SQLError) {
        if let error = state.current.readError { throw error }
        try await database.backup(toFile: path)
    }

    /// Verifies, unless it is to fail.
    public func checkIntegrity() async throws(SQLError) {
        if let error = state.current.readError { throw error }
        try await database.checkIntegrity()
    }
}
