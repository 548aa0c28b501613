public import CoreModels
public import PluginKit
public import SQLStoreAPI

/// Finds accounts for operators' commands of other features, which have the data of a server and
/// none of the plugins' objects.
public struct AccountFinding: Sendable {
    /// The tables that it needs.
    public let migrations: [Migration]
    /// The account with this identifier; nil if there is none.
    public let account: @Sendable (UserID, any SQLReading) throws -> User?
    /// The account with this address, whatever its case; nil if there is none.
    public let accountAt: @Sendable (EmailAddress, any SQLReading) throws -> User?

    /// Creates one.
    public init(
        _ migrations: [Migration], account: @escaping @Sendable (UserID, any SQLReading) throws -> User?,
        accountAt: @escaping @Sendable (EmailAddress, any SQLReading) throws -> User?
    ) {
        self.migrations = migrations
        self.account = account
        self.accountAt = accountAt
    }
}

/// Collects what finds accounts; the plugin that keeps them declares it.
public enum AccountFinders: ExtensionPoint {
    /// What finds them.
    public typealias Value = AccountFinding
}
