public import CoreModels
public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI

/// What whoever runs the server does to an account by a command.
public enum OperatorAct: Hashable, Sendable {
    /// Nobody is in the account any more: its sessions end, with the ways in that have
    /// begun.
    case endedAccess(because: SessionEndReason)
    /// Its address counts as proved.
    case tookAddressAsProved
    /// It isn't suspended any more.
    case released
}

/// Brings the tables of a feature in step with an operator's act, in the transaction
/// of the command.
///
/// A command works on the data of a server, whether that runs or not, so it has none
/// of the plugins' objects. What they remember in memory, they hear of by
/// `SQLDatabase.listen(to:_:)`.
public struct OperatorActFollowing: Sendable {
    /// The tables that it needs.
    public let migrations: [Migration]
    /// Does it.
    ///
    /// - Returns: How many sessions ended.
    public let follow: @Sendable (OperatorAct, UserID, Date, any SQLWriting) throws -> Int

    /// Creates one.
    public init(
        _ migrations: [Migration],
        _ follow:
            @escaping @Sendable (
                _ act: OperatorAct, _ account: UserID, _ now: Date, _ transaction: any SQLWriting
            ) throws -> Int
    ) {
        self.migrations = migrations
        self.follow = follow
    }
}

/// Collects what follows operators' acts; plugins declare it.
public enum OperatorActFollowers: ExtensionPoint {
    /// One of them.
    public typealias Value = OperatorActFollowing
}
