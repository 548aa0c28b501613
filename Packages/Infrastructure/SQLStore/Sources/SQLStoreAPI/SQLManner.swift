/// In what manner a transaction runs; see ``SQLDatabase/write(_:_:)``.
///
/// An engine may do better than it is asked to: one that lets nobody else write
/// meanwhile claims as exclusively as it does anything.
public struct SQLManner: Hashable, Sendable {
    /// What a transaction notices of others that run beside it.
    public enum Isolation: Sendable {
        /// Nothing: what is committed is as if one transaction had run after
        /// another (serializable). One that others came between begins anew.
        case exclusive
        /// Each statement sees what was committed when it began (read committed),
        /// and rows that ``SQLWriting/claimClause`` chose are this transaction's
        /// own: for queues that several workers take from, none of which should
        /// wait for another or begin anew. Between two statements other rows
        /// may change, so decide in one statement.
        case claiming
    }

    /// When the changes are on disk.
    public enum Durability: Sendable {
        /// When the write returns: a power cut undoes nothing.
        case durable
        /// Some time later, at the latest with the next durable write. A power
        /// cut may undo the last such changes, never some between others; the
        /// end of a process undoes nothing. For what would be done again anyway.
        case soon
    }

    /// What it notices of others.
    public let isolation: Isolation
    /// When its changes are on disk.
    public let durability: Durability

    /// Creates a manner.
    public init(isolation: Isolation = .exclusive, durability: Durability = .durable) {
        self.isolation = isolation
        self.durability = durability
    }

    /// Exclusive and durable: for everything that has no reason to be otherwise.
    public static let exclusive = Self()
    /// Claiming and durable.
    public static let claiming = Self(isolation: .claiming)
    /// Exclusive, on disk soon.
    public static let soon = Self(durability: .soon)
}
