public import ConfigurationAPI

/// How accounts are made, as configuration has it.
public struct RegistrationPolicy: Hashable, Sendable {
    /// What the answer tells about addresses that have an account (D2).
    public enum Enumeration: String, CaseIterable, ConfigurationValue {
        /// An address in use is named as such, so that the screen can offer to
        /// log in.
        case friendly
        /// The answer is always the same; the owner of the address gets a mail.
        case strict
    }

    /// Where a person goes after making an account (D3).
    public enum AfterRegistration: String, CaseIterable, ConfigurationValue {
        /// Signed in as unverified, and told to check the mail.
        case confirmation
        /// To the login.
        case login
        /// Signed in.
        case signedIn
    }

    /// What the answer tells about addresses that have an account.
    public var enumeration: Enumeration
    /// Where a person goes next.
    public var afterRegistration: AfterRegistration

    /// Creates a policy; the defaults are those of the product.
    public init(
        enumeration: Enumeration = .friendly, afterRegistration: AfterRegistration = .confirmation
    ) {
        self.enumeration = enumeration
        self.afterRegistration = afterRegistration
    }

    /// Creates a policy as operators have chosen it.
    public init(_ configuration: Configuration) {
        self.init(
            enumeration: configuration[RegistrationSettings.enumeration],
            afterRegistration: configuration[RegistrationSettings.afterRegistration])
    }
}
