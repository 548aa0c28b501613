public import CoreModels
public import FoundationEssentials

/// Manages the second factors of the person who is logged in.
///
/// What changes them takes a recent authentication: it fails with
/// ``FactorError/authenticationNeeded(code:)``, and is tried again after
/// ``authenticate(password:code:)``. Nothing waits for a connection. Calls may
/// run at the same time.
public protocol FactorManaging: Sendable {
    /// What is in force.
    func factors() async throws(FactorError) -> SecondFactors

    /// Begins to set up an authenticator; nothing is asked for yet when logging in.
    func beginAuthenticator() async throws(FactorError) -> AuthenticatorSetup

    /// Puts the authenticator into force with a code that it shows.
    ///
    /// - Returns: The recovery codes, which are shown this once.
    func confirmAuthenticator(with code: Secret) async throws(FactorError) -> [Secret]

    /// Turns the second factor off, with its recovery codes.
    func removeAuthenticator() async throws(FactorError)

    /// Makes other recovery codes; those before are worth nothing then.
    func renewRecoveryCodes() async throws(FactorError) -> [Secret]

    /// Keeps a factor that somebody said was lost; it takes no recent authentication, but
    /// for a device that a code typed elsewhere let in.
    func takeBackLoss() async throws(FactorError)

    /// Proves once more who one is.
    ///
    /// - Parameters:
    ///   - password: The account's password.
    ///   - code: The second factor's; nil where none is in force.
    func authenticate(password: Secret, code: Secret?) async throws(FactorError)
}

/// What a person has beside the way in.
public struct SecondFactors: Hashable, Sendable {
    /// Since when codes of an authenticator are asked for; nil if they aren't.
    public let authenticatorSince: Date?
    /// How many recovery codes are left.
    public let recoveryCodesLeft: Int
    /// When it ends, since somebody with the password said that it is lost; nil if
    /// nobody did.
    public let endsAt: Date?
    /// Whether there is a password to prove who one is with; true if the server doesn't
    /// tell.
    public let hasPassword: Bool

    /// Creates a value.
    public init(authenticatorSince: Date?, recoveryCodesLeft: Int, endsAt: Date? = nil, hasPassword: Bool = true) {
        self.hasPassword = hasPassword
        self.authenticatorSince = authenticatorSince
        self.recoveryCodesLeft = recoveryCodesLeft
        self.endsAt = endsAt
    }
}

/// What an authenticator has to know, which is shown this once.
public struct AuthenticatorSetup: Sendable {
    /// The secret, to be typed.
    public let secret: Secret
    /// The same as an address, for a QR code.
    public let address: Secret

    /// Creates a value.
    public init(secret: Secret, address: Secret) {
        self.secret = secret
        self.address = address
    }
}
