public import CoreModels
public import FoundationEssentials

/// Somebody else who tells people from machines.
public struct CaptchaProvider: Sendable {
    /// What challenges begin with, such as `hcaptcha`.
    public let name: String
    /// Whom to ask.
    public let address: URL
    /// What pages show, to everybody.
    public let siteKey: String
    /// What the server proves itself with.
    public let secret: Secret

    /// Creates a provider.
    public init(name: String, address: URL, siteKey: String, secret: Secret) {
        self.name = name
        self.address = address
        self.siteKey = siteKey
        self.secret = secret
    }
}
