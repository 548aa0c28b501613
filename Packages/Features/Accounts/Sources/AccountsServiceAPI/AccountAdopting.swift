public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI
public import ServerKeysAPI

/// Somebody who comes from another account system.
public struct ArrivingAccount: Sendable {
    /// Under which the person appears.
    public let name: PersonName
    /// The address.
    public let email: EmailAddress
    /// Whether the other system had it proved.
    public let isVerified: Bool
    /// Whether the person was kept out there, as they are here then until an operator releases them.
    public let isSuspended: Bool
    /// The password; nil for none, which a recovery by mail sets.
    public let password: AdoptedPassword?

    /// Creates a value.
    public init(
        name: PersonName, email: EmailAddress, isVerified: Bool, isSuspended: Bool, password: AdoptedPassword?
    ) {
        self.name = name
        self.email = email
        self.isVerified = isVerified
        self.isSuspended = isSuspended
        self.password = password
    }
}

/// Another program's hash of a password, ready to be stored.
public struct AdoptedPassword: Sendable {
    package let hash: PasswordHash
    package let derivation: ForeignDerivation

    package init(hash: PasswordHash, derivation: ForeignDerivation) {
        self.hash = hash
        self.derivation = derivation
    }
}

/// Makes accounts of people who come from another account system, for operators' commands.
///
/// Any number of calls may run at once.
public protocol AccountAdopting: Sendable {
    /// Makes another program's hash ready to be stored: nobody guesses at it without the server's key.
    ///
    /// - Throws: `CryptographyError.missingLibrary` if logging in with it wouldn't work here.
    func adopt(_ hash: ForeignPasswordHash) throws(CryptographyError) -> AdoptedPassword

    /// Whose an address is, or for whom it is kept; nil for nobody.
    ///
    /// - Throws: `SQLError`.
    func owner(of email: EmailAddress, in transaction: any SQLReading) throws -> UserID?

    /// How the hashes were made that other programs made and whose persons haven't logged in yet.
    ///
    /// Each login does the work of each of them (see ``PasswordAuthenticating``), so there are to be few.
    ///
    /// - Throws: `SQLError`.
    func derivations(in transaction: any SQLReading) throws -> [ForeignDerivation]

    /// Makes an account. Nobody is written to, and observers aren't told: what belongs to it is made
    /// in the same transaction by who calls.
    ///
    /// - Parameter id: Its identifier.
    /// - Returns: Whether nobody has the address and the identifier.
    /// - Throws: What should undo the transaction.
    func createAccount(
        _ account: ArrivingAccount, as id: UserID, in transaction: any SQLWriting
    ) throws -> Bool
}

/// Makes accounts of people who come from another account system, of the data of a server.
public struct AccountAdoption: Sendable {
    /// The tables that it needs.
    public let migrations: [Migration]
    /// Opens it.
    ///
    /// - Throws: That the server's key can't be read.
    public let open:
        @Sendable (
            _ keys: any ServerKeyProviding, _ cryptography: Cryptography, _ keepers: [any AddressKeeping],
            _ now: @escaping @Sendable () -> Date
        ) async throws -> any AccountAdopting

    /// Creates one.
    public init(
        _ migrations: [Migration],
        open:
            @escaping @Sendable (
                _ keys: any ServerKeyProviding, _ cryptography: Cryptography, _ keepers: [any AddressKeeping],
                _ now: @escaping @Sendable () -> Date
            ) async throws -> any AccountAdopting
    ) {
        self.migrations = migrations
        self.open = open
    }
}

/// Collects what makes accounts of people who come; the plugin that keeps accounts declares it.
public enum AccountAdoptions: ExtensionPoint {
    /// One of them.
    public typealias Value = AccountAdoption
}
