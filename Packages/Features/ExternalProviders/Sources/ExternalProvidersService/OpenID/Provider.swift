package import CoreModels
import FoundationEssentials
import HTTPServingAPI

/// Somebody else who says who people are, as an operator has set it.
package struct Provider: Sendable {
    /// The name by which addresses and settings know it, such as `google`.
    package let name: String
    /// How people call it.
    package let title: String
    /// Who it is, byte for byte (OpenID Connect Core 1.0, section 2).
    package let issuer: String
    /// Who this server is there.
    package let clientID: String
    /// What this server proves itself with, read anew each time; nil for a client
    /// without a secret.
    package let secret: (@Sendable () throws -> Secret)?

    /// To whom its notices may be addressed besides.
    package let appID: String?

    /// Creates a provider.
    package init(
        name: String, title: String, issuer: String, clientID: String, secret: (@Sendable () throws -> Secret)?,
        appID: String? = nil
    ) {
        self.name = name
        self.title = title
        self.issuer = issuer
        self.clientID = clientID
        self.secret = secret
        self.appID = appID
    }

    /// What it does otherwise than OpenID Connect has it.
    package enum Dialect: Hashable, Sendable {
        case openID
        /// It comes back by a form, and says a name there, once.
        case apple
        /// It has no discovery, and mostly no tokens.
        case facebook
    }

    /// How it is spoken with.
    var dialect: Dialect {
        switch issuer {
        case Self.apple: .apple
        case Self.facebook: .facebook
        default: .openID
        }
    }

    /// What is asked for: who somebody is, and nothing that lasts.
    var scope: String {
        switch dialect {
        case .openID: "openid email profile"
        case .apple: "openid email name"
        case .facebook: "openid email public_profile"
        }
    }

    /// What has the person log in there anew, where that is written down.
    ///
    /// A provider that doesn't know `max_age` ignores it (RFC 6749, section 3.1). Google
    /// documents no `prompt=login`, and Apple nothing of the kind; it asks each time.
    package var questionOfPresence: [(String, String)] {
        switch dialect {
        // OpenID Connect Core 1.0, section 3.1.2.1.
        case .openID: [("max_age", "\(Int(Self.recency))")]
        case .apple: []
        // Facebook Login, Re-Authentication.
        case .facebook: [("auth_type", "reauthenticate")]
        }
    }

    /// How many seconds ago somebody may have logged in there who logs in once more: as many
    /// as a recent proof may be old.
    static let recency = 300.0

    /// By how many seconds its clock may be behind, as tokens have it.
    static let leeway = 60.0

    static let apple = "https://appleid.apple.com"
    static let facebook = "https://www.facebook.com"
    static let google = "https://accounts.google.com"

    /// Where its metadata is (OpenID Connect Discovery 1.0, section 4).
    var discovery: URL? {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        return URL(string: base + "/.well-known/openid-configuration")
    }

    /// Whether an address may be one of a provider: over TLS, or on this machine for
    /// one that is on this machine itself.
    static func isPossible(_ url: URL, on issuer: String) -> Bool {
        guard let host = url.host(), !host.isEmpty, url.user == nil, url.password == nil, url.fragment == nil else {
            return false
        }
        switch url.scheme?.lowercased() {
        case "https": return true
        case "http": return isLoopback(host) && URL(string: issuer).map(isPlain) == true
        default: return false
        }
    }

    /// Whether text can be an issuer.
    static func isIssuer(_ text: String) -> Bool {
        guard text.utf8.count <= 512, let url = URL(string: text), url.query == nil else { return false }
        return isPossible(url, on: text)
    }

    private static func isPlain(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "http" && url.host().map(isLoopback) == true
    }

    private static func isLoopback(_ host: String) -> Bool {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        return bare == "localhost" || IPAddress(bare)?.isLoopback == true
    }
}
