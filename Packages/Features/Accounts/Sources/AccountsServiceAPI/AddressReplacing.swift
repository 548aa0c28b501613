public import CoreModels
public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI

/// Gives accounts other addresses, within the transactions of those who know why:
/// a proof that was mailed is used up with the change, or not at all.
///
/// Any number of calls may run at once.
public protocol AddressReplacing: Sendable {
    /// Gives an account another address, which counts as proved; for the sessions that
    /// run as well.
    ///
    /// - Parameter address: A new one, or one of before exactly as it was.
    /// - Returns: What to announce after the commit; nil if there is no such account,
    ///   somebody else has the address, or it is kept for somebody else.
    /// - Throws: What should undo the transaction.
    func replaceAddress(
        of id: UserID, with address: AccountAddress, in transaction: any SQLWriting
    ) throws -> AddressReplacement?

    /// Gives an account an address back that it had, with all that this means: see
    /// ``AccountEvent/returned(_:since:)``.
    ///
    /// - Parameters:
    ///   - address: The address exactly as it was.
    ///   - since: What was added from then on is taken away.
    /// - Returns: As for ``replaceAddress(of:with:in:)``.
    /// - Throws: What should undo the transaction.
    func returnAddress(
        _ address: AccountAddress, to id: UserID, since: Date, in transaction: any SQLWriting
    ) throws -> AddressReplacement?

    /// Logs the change and tells observers.
    func announce(_ replacement: AddressReplacement) async

    /// Who has an address, or for whom it is kept; nil for nobody.
    ///
    /// - Throws: `SQLError`.
    func owner(of email: EmailAddress, in transaction: any SQLReading) throws -> UserID?
}

/// The address of an account with the forms by which it is found
/// (docs/adr/0030-spelling-of-addresses.md).
public struct AccountAddress: Hashable, Sendable {
    /// The address as letters go to it.
    public let email: EmailAddress
    /// By what it is compared.
    public let canonical: String
    /// By what it was compared before D24; nil for addresses that came later.
    public let former: String?

    /// A new address.
    public init(_ email: EmailAddress) {
        self.init(kept: email.composed, canonical: email.canonical, former: nil)
    }

    /// An address that an account had, exactly as it was.
    public init(kept email: EmailAddress, canonical: String, former: String?) {
        self.email = email
        self.canonical = canonical
        self.former = former
    }
}

/// An address that was replaced.
public struct AddressReplacement: Hashable, Sendable {
    /// The account as it is then.
    public let user: User
    /// The account as it was.
    public let before: User
    /// The address that it had.
    public let address: AccountAddress

    package init(user: User, before: User, address: AccountAddress) {
        self.user = user
        self.before = before
        self.address = address
    }
}

/// Keeps addresses back which nobody else may have, since the account that had them may
/// get them back.
///
/// Any number of calls may run at once. Operators' commands ask it as well, which have
/// the data of a server and none of the plugins' objects.
public protocol AddressKeeping: Sendable {
    /// The tables that it needs.
    var migrations: [Migration] { get }

    /// For whom an address is kept; nil for nobody.
    ///
    /// - Throws: `SQLError`.
    func keeper(of address: AccountAddress, at now: Date, in transaction: any SQLReading) throws -> UserID?

    /// The address that is kept for an account; nil for none.
    ///
    /// - Throws: `SQLError`.
    func keptAddress(for id: UserID, at now: Date, in transaction: any SQLReading) throws -> KeptAddress?
}

/// An address that an account had and may get back.
public struct KeptAddress: Hashable, Sendable {
    /// The address as letters go to it.
    public let email: EmailAddress
    /// Until when it is kept.
    public let end: Date

    /// Creates a value.
    public init(_ email: EmailAddress, until end: Date) {
        self.email = email
        self.end = end
    }
}

/// Collects those who keep addresses back; plugins declare them.
public enum AddressKeepers: ExtensionPoint {
    /// One of them.
    public typealias Value = any AddressKeeping
}
