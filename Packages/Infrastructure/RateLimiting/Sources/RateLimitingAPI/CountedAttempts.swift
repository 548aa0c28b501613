public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI

/// What was counted of somebody's attempts, for operators and their commands, which have the data of a server and none
/// of its limiters.
///
/// Those of somebody are counted under a name, and under names that begin with it and a full stop. Any number of calls
/// may run at once.
public struct CountedAttempts: Sendable {
    /// The tables that it needs.
    public let migrations: [Migration]
    /// How a limiter counts the attempts of somebody now; it throws `SQLError`.
    public let standing:
        @Sendable (_ limiter: String, _ name: String, _ now: Date, any SQLReading) throws -> AttemptStanding
    /// Forgets what a limiter counted of somebody.
    ///
    /// It returns whether there was anything, and throws `SQLError`.
    public let forget: @Sendable (_ limiter: String, _ name: String, any SQLWriting) throws -> Bool

    /// Creates it.
    public init(
        _ migrations: [Migration],
        standing:
            @escaping @Sendable (
                _ limiter: String, _ name: String, _ now: Date, any SQLReading
            ) throws -> AttemptStanding,
        forget: @escaping @Sendable (_ limiter: String, _ name: String, any SQLWriting) throws -> Bool
    ) {
        self.migrations = migrations
        self.standing = standing
        self.forget = forget
    }
}

/// How somebody's attempts stand.
public struct AttemptStanding: Hashable, Sendable {
    /// Until when none is allowed; nil where one is.
    public let lockedUntil: Date?
    /// How many failed since the last success, of the name that has the most.
    public let failures: Int

    /// Creates a value.
    public init(lockedUntil: Date? = nil, failures: Int = 0) {
        self.lockedUntil = lockedUntil
        self.failures = failures
    }
}

/// Collects what counts attempts; the plugin that does declares it.
public enum AttemptCounters: ExtensionPoint {
    /// What counts them.
    public typealias Value = CountedAttempts
}
