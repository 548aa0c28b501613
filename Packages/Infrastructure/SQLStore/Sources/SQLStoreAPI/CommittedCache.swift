import Locking

/// Keeps what was made of the database for as long as nothing is committed.
///
/// ```swift
/// let page = try await pages.value(for: key) { try await database.read { … } }
/// ```
///
/// A value is never older than the last commit before it was asked for, also
/// when another process made that commit. Any number of calls may run at once;
/// several that miss the same value all make it.
public final class CommittedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var mark: SQLChangeMark?
        var values: [Key: Value] = [:]
    }

    private let database: any SQLDatabase
    private let capacity: Int
    private let state = Locked(State())

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - database: What values are made of.
    ///   - capacity: How many values are kept. When there are too many, all are
    ///     forgotten: making those in use again costs less than keeping their
    ///     order.
    public init(of database: any SQLDatabase, capacity: Int) {
        self.database = database
        self.capacity = capacity
    }

    /// The value under `key`, which is made if it isn't kept.
    ///
    /// - Throws: What `make` throws.
    public func value(for key: Key, _ make: () async throws -> Value) async throws -> Value {
        // Taken before anything is read: what is committed meanwhile makes the
        // value an old one.
        guard let mark = database.changeMark else { return try await make() }
        if let value = state.withLock({ $0.mark == mark ? $0.values[key] : nil }) { return value }
        let value = try await make()
        guard database.changeMark == mark else { return value }
        state.withLock { state in
            if state.mark != mark || state.values.count >= capacity {
                state.values.removeAll(keepingCapacity: true)
            }
            state.mark = mark
            state.values[key] = value
        }
        return value
    }
}
