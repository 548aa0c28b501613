public import FoundationEssentials

/// What a document says of pins, before anything of it is checked.
public struct PinClaims: Hashable, Codable, Sendable {
    /// What it says of a host.
    public struct Host: Hashable, Codable, Sendable {
        /// A name, or a wildcard.
        public var host: String
        /// The pins of keys in use, each in Base64.
        public var pins: [String]
        /// The pins of keys that are kept for when those are lost.
        public var backups: [String]

        /// Creates claims.
        public init(host: String, pins: [String], backups: [String]) {
            self.host = host
            self.pins = pins
            self.backups = backups
        }
    }

    /// Which set it is.
    public var version: Int
    /// When it was issued.
    public var issuedAt: Date
    /// When it ends.
    public var expiresAt: Date
    /// The keys of hosts.
    public var hosts: [Host]

    private enum CodingKeys: String, CodingKey {
        case version, hosts
        case issuedAt = "iat"
        case expiresAt = "exp"
    }

    /// Creates claims.
    public init(version: Int, issuedAt: Date, expiresAt: Date, hosts: [Host]) {
        self.version = version
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.hosts = hosts
    }
}

/// The signed form of a set: a JSON Web Token (RFC 7519) in compact form, signed with Ed25519 (RFC 8037).
public enum PinDocument {
    /// The `typ` of its header, so that no other token passes for one (RFC 8725, section 3.11).
    public static let type = "essential-pins+jwt"
    /// How many bytes it has at most, and its description: a full set has a third of it.
    public static let maximumByteCount = 256 * 1_024
}
