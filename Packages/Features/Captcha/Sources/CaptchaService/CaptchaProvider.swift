package import CoreModels
package import FoundationEssentials

/// Somebody else who tells people from machines.
package struct CaptchaProvider: Sendable {
    /// What challenges begin with, such as `hcaptcha`.
    package let name: String
    /// Whom to ask.
    package let address: URL
    /// What pages show, to everybody.
    package let siteKey: String
    /// What the server proves itself with.
    package let secret: Secret

    /// Creates a provider.
    package init(name: String, address: URL, siteKey: String, secret: Secret) {
        self.name = name
        self.address = address
        self.siteKey = siteKey
        self.secret = secret
    }
}
