public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI
public import ServerKeysAPI

/// Tells which accounts are locked by wrong passwords, and unlocks them.
///
/// Any number of calls may run at once.
public protocol PasswordLocks: Sendable {
    /// The lock of an account; nil where there is none.
    ///
    /// - Throws: `SQLError`.
    func lock(of account: User, at now: Date, in transaction: any SQLReading) throws -> PasswordLock?

    /// Forgets the wrong passwords, those of the person's own devices too.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: `SQLError`.
    func unlock(_ account: User, in transaction: any SQLWriting) throws -> Bool
}

/// A lock by wrong passwords.
public enum PasswordLock: Hashable, Sendable {
    /// No password is looked at before then.
    case until(Date)
    /// There were so many wrong ones that none opens the account before it is set anew, or the account is unlocked.
    case untilReset
}

/// Makes what knows of locks for operators' commands, which have the data of a server and none of the plugins' objects.
public struct PasswordLockFinding: Sendable {
    /// The tables that it needs, of what plugins declare.
    public let migrations: @Sendable (_ declared: Contributions) -> [Migration]
    /// Makes it of what plugins declare and of the server's keys; nil where nothing is counted.
    ///
    /// It throws what keeps the keys from being read.
    public let open:
        @Sendable (
            _ declared: Contributions, any ServerKeyProviding, any MessageAuthenticating
        ) async throws -> (any PasswordLocks)?

    /// Creates it.
    public init(
        migrations: @escaping @Sendable (_ declared: Contributions) -> [Migration],
        open:
            @escaping @Sendable (
                _ declared: Contributions, any ServerKeyProviding, any MessageAuthenticating
            ) async throws -> (any PasswordLocks)?
    ) {
        self.migrations = migrations
        self.open = open
    }
}

/// Collects what knows of locks; the plugin that locks declares it.
public enum PasswordLockFinders: ExtensionPoint {
    /// What makes it.
    public typealias Value = PasswordLockFinding
}
