import Locking

/// Keeps what was made of the database for as long as nothing is committed.
///
/// ```swift
/// let mark = database.changeMark
/// if let page = pages.value(for: key, at: mark) { return page }
/// let page = try await database.read { … }
/// pages.keep(page, for: key, at: mark)
/// ```
///
/// The mark is taken before anything is read, so a value is never older than
/// the last commit of this process before it was asked for, and at most some
/// milliseconds older than one of another process. Threads may share a cache; a
/// copy is the same cache.
public struct CommittedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
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

    /// The value under `key`, if it was made of the state that `mark` stands for.
    public func value(for key: Key, at mark: SQLChangeMark?) -> Value? {
        guard let mark else { return nil }
        return state.withLock { $0.mark == mark ? $0.values[key] : nil }
    }

    /// Keeps a value that was made after `mark` was taken, unless something was
    /// committed since.
    public func keep(_ value: Value, for key: Key, at mark: SQLChangeMark?) {
        guard let mark, database.changeMark == mark else { return }
        state.withLock { state in
            if state.mark != mark || state.values.count >= capacity {
                state.values.removeAll(keepingCapacity: true)
            }
            state.mark = mark
            state.values[key] = value
        }
    }
}
