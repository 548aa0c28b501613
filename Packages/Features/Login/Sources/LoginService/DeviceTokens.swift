import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Signs the tokens by which devices are known.
    static let deviceToken = ServerKeyPurpose("login.device-token.2")
    /// Signed those of versions that bound them to an address alone.
    static let addressToken = ServerKeyPurpose("login.device-token.1")
    /// Makes the names under which failures on accounts are counted.
    static let accountName = ServerKeyPurpose("login.account-name.1")
}

/// Makes and reads the tokens by which a device shows that somebody signed in
/// to an account on it before.
///
/// A token proves nothing else: it only has its failures counted apart from
/// those of strangers. It is a random identifier and a code over it, the account
/// and the number of its password, so the server keeps none: once the password is
/// replaced, whoever knew the one before is a stranger.
struct DeviceTokens: Sendable {
    let random: any RandomSource
    let authentication: any MessageAuthenticating
    let serverKeys: any ServerKeyProviding
    let accounts: any PasswordAuthenticating
    let directory: any AccountReading

    private static let idLength = 16

    /// A token for a device on which somebody signed in just now.
    func issue(for email: EmailAddress) async throws -> Secret {
        try await issue(for: accounts.passwordVersion(email: email))
    }

    /// A token for a device on which somebody signed in with this password; without one, it
    /// is never good.
    func issue(for password: PasswordVersion?) async throws -> Secret {
        let id = try random.bytes(Self.idLength)
        let code = try authentication.authenticationCode(
            for: Self.message(id, password), using: try await serverKeys.key(for: .deviceToken))
        return Secret(Base64URL.encode(id + code))
    }

    /// The identifier of the device, if the token is for the account with this address and
    /// the password that it has.
    ///
    /// An address without an account costs the same work.
    func device(_ token: Secret?, of email: EmailAddress) async throws -> String? {
        guard let bytes = token?.withText({ $0.flatMap { Base64URL.decode($0) } }), bytes.count > Self.idLength else {
            return nil
        }
        let id = Data(bytes.prefix(Self.idLength)), code = Data(bytes.dropFirst(Self.idLength))
        let password = try await accounts.passwordVersion(email: email)
        let isValid = try authentication.isValid(
            code, for: Self.message(id, password), using: try await serverKeys.key(for: .deviceToken))
        // One of an earlier version is as good while the password is the first that there was.
        let isValidByAddress = try authentication.isValid(
            code, for: id + Data(email.canonical.utf8), using: try await serverKeys.key(for: .addressToken))
        guard let password, isValid || isValidByAddress && password.replacements == 0 else { return nil }
        return Base64URL.encode(id)
    }

    /// The name under which failures with an address are counted: what was
    /// typed stands neither in the database nor in the log.
    ///
    /// It is the account's, in whichever spelling that was found, and no other account's: a
    /// success clears the count, so whoever has an account whose address looks alike must
    /// not reach it. Where there is none, the address that a new one would have is counted,
    /// so that whoever makes it finds the same count.
    func accountName(of email: EmailAddress) async throws -> String {
        let counted = try await directory.account(email: email)?.email ?? email
        return try AccountNames(authentication, try await serverKeys.key(for: .accountName)).name(of: counted)
    }

    private static func message(_ id: Data, _ password: PasswordVersion?) -> Data {
        id + Data((password.map { "\($0.user) \($0.replacements)" } ?? "").utf8)
    }
}
