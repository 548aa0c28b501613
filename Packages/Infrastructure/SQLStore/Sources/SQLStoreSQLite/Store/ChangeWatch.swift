import Locking
import SQLStoreAPI

/// Tells whether something was committed since somebody asked last.
///
/// Commits of this process are counted. Those of others SQLite tells, on a
/// connection of its own (`PRAGMA data_version`); that takes as long as a
/// twentieth of a small answer, so it is asked once in a few milliseconds.
///
/// `@unchecked Sendable`: the connection is used by who holds the lock only, and
/// SQLite lets threads use one after another.
final class ChangeWatch: @unchecked Sendable {
    private struct State {
        var commits: UInt64 = 0
        var version: Int?
        var asked: ContinuousClock.Instant?
    }

    private let connection: Connection
    private let interval: Duration
    private let state = Locked(State())

    /// - Parameter interval: How long a commit of another process may go
    ///   unnoticed.
    init(_ connection: Connection, interval: Duration) {
        self.connection = connection
        self.interval = interval
    }

    /// Takes note of a commit of this process, before it is acknowledged.
    func noteCommit() { state.withLock { $0.commits &+= 1 } }

    /// Stands for what is committed; nil when SQLite doesn't say.
    var mark: SQLChangeMark? {
        state.withLock { state in
            let now = ContinuousClock.now
            if state.asked.map({ now - $0 >= interval }) ?? true {
                state.asked = now
                state.version = version()
            }
            return state.version.map { SQLChangeMark(commits: state.commits, version: $0) }
        }
    }

    private func version() -> Int? { try? connection.dataVersion() }

    /// Closes the connection; nobody may ask any more.
    func close() -> SQLError? { state.withLock { _ in connection.close() } }
}

/// Tells commits of other processes from those of this one.
final class OthersWatch: Sendable {
    private struct State {
        var mark: SQLChangeMark?
        var version: Int?
    }

    private let state: Locked<State>

    /// - Parameter version: What the connection that writes knows before anybody listens.
    init(version: Int?) {
        state = Locked(State(version: version))
    }

    /// Whether anything was committed since this was asked last, by whomever.
    func isWorthALook(at mark: SQLChangeMark?) -> Bool {
        state.withLock { state in
            guard let mark else { return true }
            defer { state.mark = mark }
            return state.mark != mark
        }
    }

    /// Takes note of what the connection that writes knows of others' commits.
    ///
    /// - Returns: Whether there was one, or may have been.
    func takeNote(of version: Int?) -> Bool {
        state.withLock { state in
            defer { state.version = version }
            return version == nil || state.version != version
        }
    }
}

extension Connection {
    /// What stays equal while nobody else commits; nil when SQLite doesn't say.
    func dataVersion() throws -> Int? {
        try withStatement("PRAGMA data_version") { statement in
            guard try statement.step(), case .integer(let version) = statement.value(at: 0) else { return nil }
            return Int(version)
        }
    }
}
