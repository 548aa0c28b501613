/// What the server says of itself as an authorization server (RFC 8414,
/// section 2): only what is so.
package struct AuthorizationServerMetadata: Codable, Hashable, Sendable {
    /// The `iss` of its tokens.
    package let issuer: String
    /// Where its public keys are.
    package let jwksURI: String
    /// What its tokens may allow.
    package let scopesSupported: [String]
    /// The required member; empty, since there is no authorization endpoint.
    package let responseTypesSupported: [String]
    /// Empty, since there is no OAuth token endpoint; left out, it would mean
    /// `authorization_code` and `implicit`.
    package let grantTypesSupported: [String]

    private enum CodingKeys: String, CodingKey {
        case issuer
        case jwksURI = "jwks_uri"
        case scopesSupported = "scopes_supported"
        case responseTypesSupported = "response_types_supported"
        case grantTypesSupported = "grant_types_supported"
    }

    package init(issuer: String, scopes: [String]) {
        self.issuer = issuer
        // RFC 8414, section 2: the issuer itself stays as it is, byte for byte.
        jwksURI = (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + SessionsPath.keySet
        scopesSupported = scopes
        responseTypesSupported = []
        grantTypesSupported = []
    }
}
