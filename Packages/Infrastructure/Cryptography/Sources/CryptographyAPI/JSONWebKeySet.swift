/// The keys of an issuer, as published at its `jwks_uri` (RFC 7517 section 5).
public struct JSONWebKeySet: Hashable, Codable, Sendable {
    /// The keys.
    public let keys: [JSONWebKey]

    /// Creates a set.
    public init(keys: [JSONWebKey]) {
        self.keys = keys
    }
}
