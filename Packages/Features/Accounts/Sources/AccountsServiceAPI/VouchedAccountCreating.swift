public import CoreModels
public import PluginKit
public import SQLStoreAPI

/// Makes accounts whose address needs no proof any more: somebody else vouches for it, or its reader has
/// come by a letter.
///
/// Any number of calls may run at once.
public protocol VouchedAccountCreating: Sendable {
    /// Makes an account whose address counts as proved, within the transaction of
    /// who records its way in: without one nobody would ever get into it.
    ///
    /// - Parameters:
    ///   - id: The account's identifier, of which there is none yet.
    ///   - name: The name under which the person appears.
    ///   - email: The address that is known to be the person's.
    ///   - password: What they chose; nil for an account without one.
    ///   - language: In which the person reads, such as `es`; nil if that isn't known.
    /// - Returns: What to announce after the commit; nil if an account has the address, or it is kept for one.
    /// - Throws: What should undo the transaction.
    func createAccount(
        as id: UserID, name: String, email: EmailAddress, password: PreparedPassword?, language: String?,
        in transaction: any SQLWriting
    ) throws -> VouchedAccount?

    /// Logs the account and tells observers.
    func announce(_ account: VouchedAccount) async

    /// Whose address this is, in a transaction of somebody else; nil for nobody's.
    ///
    /// - Throws: `SQLError`.
    func account(email: EmailAddress, in transaction: any SQLReading) throws -> User?
}

extension VouchedAccountCreating {
    /// Makes an account without a password.
    ///
    /// - Throws: What should undo the transaction.
    public func createAccount(
        as id: UserID, name: String, email: EmailAddress, in transaction: any SQLWriting
    ) throws -> VouchedAccount? {
        try createAccount(as: id, name: name, email: email, password: nil, language: nil, in: transaction)
    }
}

/// An account that was made with an address that needs no proof.
public struct VouchedAccount: Hashable, Sendable {
    /// The account.
    public let user: User
    /// In which the person reads; nil if that isn't known.
    package let language: String?

    package init(user: User, language: String?) {
        self.user = user
        self.language = language
    }
}

/// Tells how many ways of one kind lead into an account: a password, providers.
///
/// Any number of calls may run at once.
public protocol WayInCounting: Sendable {
    /// How many there are.
    ///
    /// - Throws: `SQLError`.
    func countWays(into account: UserID, in transaction: any SQLReading) throws -> Int
}

/// Collects all kinds of ways into accounts: whoever takes one away asks all of them,
/// in the transaction that does so, whether another one is left.
public enum WaysIn: ExtensionPoint {
    /// A kind of way.
    public typealias Value = any WayInCounting
}

extension Sequence<any WayInCounting> {
    /// How many ways of all kinds lead into an account: one can be taken away where there
    /// are two.
    ///
    /// - Throws: `SQLError`.
    public func countWays(into account: UserID, in transaction: any SQLReading) throws -> Int {
        try reduce(0) { $0 + (try $1.countWays(into: account, in: transaction)) }
    }
}
