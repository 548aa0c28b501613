import SQLStoreAPI
import SQLStoreCore

/// Writes that are committed together, in the order of their calls: one wait for the disk does for all (group commit).
///
/// The first begins the transaction. Others, its guests, join it within a savepoint each, so that one that fails is
/// undone alone. Nobody is answered before the commit, not even with an error: it may rest on what isn't committed yet.
package final class CommitGroup {
    /// How far a group goes before it is committed.
    ///
    /// Who comes later is in the next one.
    package struct Limits: Sendable {
        /// How many writes there are at most.
        var count: Int
        /// How long guests come and work after the transaction began: about what a slow disk takes for a commit, so
        /// that nobody waits twice as long for the sake of others.
        var time: Duration
        var now: @Sendable () -> ContinuousClock.Instant

        package init(
            count: Int = 64, time: Duration = .milliseconds(4),
            now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
        ) {
            self.count = count
            self.time = time
            self.now = now
        }
    }

    /// A write that waits for the commit to be answered.
    struct Member {
        let operation: Operation<Connection>
        let completion: Operation<Connection>.Completion

        func answer() {
            operation.forget()
            completion()
        }
    }

    private(set) var members: [Member] = []
    /// Whether the write that runs has to begin a transaction of its own.
    private(set) var isDismissing = false
    /// Whether something is left for after the commit.
    private(set) var hasAftermath = false
    private let limits: Limits
    private var durability = SQLManner.Durability.durable
    private var end: ContinuousClock.Instant?
    private var consequences: [() -> Void] = []

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Takes note that the transaction has begun.
    func begin(_ durability: SQLManner.Durability) {
        self.durability = durability
        end = limits.now() + limits.time
    }

    func add(_ operation: Operation<Connection>, _ completion: @escaping Operation<Connection>.Completion) {
        members.append(Member(operation: operation, completion: completion))
    }

    /// Leaves something for after the commit.
    func leave(_ aftermath: Aftermath, _ follow: @escaping (Aftermath) -> Void) {
        hasAftermath = hasAftermath || !aftermath.isEmpty
        consequences.append { follow(aftermath) }
    }

    /// Does what is left for after the commit.
    func follow() { for consequence in consequences { consequence() } }

    /// Lets go of everything: the connection keeps its last group, and what follows keeps the store.
    func dissolve() {
        members = []
        consequences = []
    }

    // MARK: - Guests

    /// Whether another guest may come.
    var hasRoom: Bool { members.count < limits.count && isInTime }

    private var isInTime: Bool { end.map { limits.now() < $0 } ?? false }

    /// Whether a write is on disk when it has to be, once the group is.
    func satisfies(_ durability: SQLManner.Durability) -> Bool { self.durability == .durable || durability == .soon }

    /// Refuses to let a guest go on whom the others have waited for long enough.
    func checkTime() throws(SQLError) { if !isInTime { throw dismiss() } }

    /// Refuses to let a guest go on that was dismissed, whatever it makes of that.
    func check() throws(SQLError) { if isDismissing { throw dismiss() } }

    /// Has the guest that runs undone, and begin a transaction of its own after this one.
    func dismiss() -> SQLError {
        isDismissing = true
        return SQLError(.busy, "the write begins anew, in a transaction of its own")
    }
}
