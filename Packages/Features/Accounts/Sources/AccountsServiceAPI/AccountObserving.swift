public import CoreModels
public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI

/// Something that happened to an account.
public enum AccountEvent: Hashable, Sendable {
    /// The account was made, by somebody who reads in a language such as `es`; nil
    /// if that isn't known.
    case created(User, in: String? = nil)
    /// The address was proved, which it wasn't before.
    case verified(User, by: AddressProver = .member)
    /// The password was replaced by another one: in a session of somebody who knew it, or, if
    /// it is nil, by whoever had a mailed proof.
    case passwordReplaced(User, in: SessionID? = nil)
    /// The address was replaced by another one, which the person has proved.
    case addressReplaced(User)
    /// The account came back to who had it before: whatever lets people in, or asks
    /// them for more, and was added since that moment, isn't theirs.
    case returned(User, since: Date)
    /// Whoever reads the mail of the address has set another password: whatever lets people
    /// in and was added since that moment isn't taken for theirs.
    case recovered(User, since: Date)
    /// The person wants the account deleted: nobody is in it any more, and whoever logs in
    /// within some days takes it back.
    case deletionBegun(User)
    /// The account is gone: whatever is known of the person goes with it, in the same
    /// transaction.
    case deleted(User)
}

/// Takes part in what happens to accounts.
///
/// An observer does one thing or both; each has a default that does nothing.
/// Calls come from any task, several at a time. Logging in is an event of
/// sessions: see `SessionObserving`.
public protocol AccountObserving: Sendable {
    /// Records something in the transaction that makes the event true, so that
    /// both are on disk or none: a message to send, a line of an audit. It
    /// must only write to the database.
    ///
    /// - Throws: what undoes the whole transaction, the event included.
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws

    /// Hears of an event that is on disk. Whoever caused it waits meanwhile.
    func observe(_ event: AccountEvent) async
}

extension AccountObserving {
    /// Records nothing.
    public func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {}
    /// Does nothing.
    public func observe(_ event: AccountEvent) async {}
}

/// Deletes a person's rows with the account.
///
/// ```swift
/// contributions.add(PersonalRows("passkeys"), to: AccountObservers.self)
/// ```
public struct PersonalRows: AccountObserving {
    private let table: SQL
    private let column: SQL

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - column: Which column holds the identifier of the person.
    public init(_ table: SQL, of column: SQL = "user_id") {
        self.table = table
        self.column = column
    }

    /// Deletes them.
    public func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .deleted(let user) = event else { return }
        try transaction.run("DELETE FROM \(table) WHERE \(column) = \(user.id)")
    }
}

/// Collects those who take part in what happens to accounts.
public enum AccountObservers: ExtensionPoint {
    /// An observer.
    public typealias Value = any AccountObserving
}
