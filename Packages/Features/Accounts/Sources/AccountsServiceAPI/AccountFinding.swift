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

extension AccountFinding {
    /// The account that an operator names, by its address or its identifier; nil if there is none.
    ///
    /// - Throws: `SQLError`.
    public func account(called text: String, in transaction: any SQLReading) throws -> User? {
        if let id = UserID(text) { return try account(id, transaction) }
        return try EmailAddress(kept: text).flatMap { try accountAt($0, transaction) }
    }
}

/// Collects what finds accounts; the plugin that keeps them declares it.
public enum AccountFinders: ExtensionPoint {
    /// What finds them.
    public typealias Value = AccountFinding
}
