public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI
public import ServerKeysAPI

/// Gives accounts the authenticators that their persons had in another account system, of the data of a server.
public struct AuthenticatorAdoption: Sendable {
    /// The tables that it needs.
    public let migrations: [Migration]
    /// Opens it.
    ///
    /// - Throws: That the server's key can't be read.
    public let open:
        @Sendable (_ keys: any ServerKeyProviding, _ cryptography: Cryptography) async throws
            -> any AuthenticatorAdopting

    /// Creates one.
    public init(
        _ migrations: [Migration],
        open:
            @escaping @Sendable (_ keys: any ServerKeyProviding, _ cryptography: Cryptography) async throws
            -> any AuthenticatorAdopting
    ) {
        self.migrations = migrations
        self.open = open
    }
}

/// Gives accounts authenticators, for operators' commands.
///
/// Any number of calls may run at once.
public protocol AuthenticatorAdopting: Sendable {
    /// Puts an authenticator into force for an account that was just made, without recovery codes; nobody is
    /// written to.
    ///
    /// - Parameter secret: That of TOTP with SHA-1, six digits and steps of 30 seconds (RFC 6238), 10 to 128 bytes.
    /// - Throws: What should undo the transaction.
    func addAuthenticator(
        _ secret: Secret, of user: UserID, at now: Date, in transaction: any SQLWriting
    ) throws
}

/// Collects what gives accounts authenticators; who asks people for second factors declares it.
public enum AuthenticatorAdoptions: ExtensionPoint {
    /// One of them.
    public typealias Value = AuthenticatorAdoption
}
